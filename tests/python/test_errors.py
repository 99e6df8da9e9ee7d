"""Every exception, with its message, its place and the near word."""
import warnings

import pytest
import tenon


def raised(kind, function, *args, **words):
    with pytest.raises(kind) as error:
        function(*args, **words)
    assert isinstance(error.value, tenon.Error)
    return error.value


def test_a_wrong_word_names_the_near_one():
    w = tenon.World()
    a = w.add("rod", 1, 0.1, name="upper")
    assert raised(tenon.UnknownName, w.add, "rodd", 1, 0.1).near == "rod"
    assert raised(tenon.UnknownName, lambda: w.objects["uper"]).near == "upper"
    assert "did you mean 'upper'" in str(raised(KeyError, lambda: w.objects.uper))
    assert raised(AttributeError, lambda: a.end3).near in ("end1", "end2")
    assert raised(AttributeError, lambda: a.mas).near == "mass"
    assert raised(tenon.UnknownName, lambda: w.probes["x"]).near is None
    assert raised(AttributeError, setattr, a, "mas", 2).near == "mass"
    assert raised(tenon.UnknownName, w.spring, a.center, (0, 0, 0), stifness=3).near == "stiffness"
    w.gravity = 9.81
    raised(tenon.ModelError, setattr, w, "gravity", (1, 2))
    assert w.gravity == (0, 0, -9.81)
    with pytest.raises(TypeError):
        w.add(3, 1)
    assert raised(tenon.UnknownName, w.picture, show="force").near == "forces"
    assert raised(tenon.ModelError, w.add, "rod", 1, 0.1, posittion=(0, 0, 0)).near == "position"


def test_what_a_world_does_not_have():
    """A method that does not exist is answered with what may be meant: objects by add, words of joints and forces."""
    w = tenon.World()
    assert raised(AttributeError, getattr, w, "revolut").near == "revolute"
    assert not hasattr(w, "motor") and getattr(w, "sphere", None) is None
    for kind in tenon._text.GROUPS["objects"]:
        if not hasattr(w, kind):
            assert f'w.add("{kind}"' in str(raised(AttributeError, getattr, w, kind))
    for kind in (*tenon._text.GROUPS["constraints"], *tenon._text.GROUPS["forces"]):
        if kind != "gravity":
            assert callable(getattr(w, kind.replace("-", "_")))
        for p in tenon._text.KINDS[kind]["parameters"]:
            word = p["word"].replace("-", "_")
            if not p["argument"] and not p["behind"] and not hasattr(w, word):
                assert f"{word}=" in str(raised(AttributeError, getattr, w, word))
    assert "w.revolute(…, motor=…)" in str(raised(tenon.UnknownName, lambda: w.motor))


@pytest.mark.parametrize("sort", ["objects", "constraints", "forces"])
def test_a_wrong_statement_is_answered_with_its_usage(sort):
    for kind in tenon._text.GROUPS[sort]:
        error = raised(tenon.ModelError, tenon.World().add, kind, *["no.such.thing"] * 9)
        usage, words, help = error.__notes__[0].split("\n")
        assert usage == f"{kind}: {tenon._text.KINDS[kind]['usage']}"
        title = help.partition("help(tenon.kinds.")[2].partition(")")[0]
        assert getattr(tenon.kinds, title).__doc__
        assert len(set(words.split(", "))) == len(words.split(", "))


def test_words_of_other_programs(pendulum):
    w, bar = pendulum, pendulum.objects.bar
    log = w.run(until=0.1, probes={"z": "bar.center.z"})
    for use, near in ((lambda: w.energy, "measure"), (lambda: w.reset, "restore"), (lambda: bar.angular_velocity, "spin"), (lambda: bar.quat, "orientation"),
                      (lambda: log.z, "z"), (lambda: w.spring(bar.end1, (0, 0, 0), k=3), "stiffness"),
                      (lambda: w.picture(backgrund=1), None),
                      (lambda: w.movie(darkk=True), "dark")):
        assert raised(tenon.UnknownName, use).near == near
    assert raised(tenon.UseError, setattr, w.settings, "integrator", "rk45").near == "rk4"
    assert not hasattr(log, "series") and hasattr(w, "__dict__")
    for use in (lambda: setattr(bar, "length", 2), lambda: tenon.loads("a.tn"), lambda: tenon.World("arm.urdf"),
                lambda: w.force_function(lambda t, p: (0, 0, 1), w.add("particle", 1))):
        raised(tenon.UseError, use)
    assert "text=True" in str(raised(tenon.FileError, tenon.sweep, "let a = 1;")) and "loads" in str(raised(tenon.FileError, tenon.load, "let a = 1;"))
    with pytest.raises(TypeError, match="text=True"):
        tenon.sweep(lambda: 1)
    with pytest.raises(TypeError, match="w.force_function"):
        w.push(bar.center, lambda t: (t, 0, 0))
    with pytest.raises(ValueError, match="two points"):
        w.picture(camera=(0, -5, 1))
    with pytest.raises(ValueError, match="PNG"):
        w.picture(size=(16, 16), quality="draft").save("a.jpg")


@pytest.mark.parametrize("found", [3, None, (1, 2), ((0, 0, 1), 4)])
def test_what_functions_return(found):
    w = tenon.World()
    a = w.add("particle", 1)
    w.force_function(lambda t, p: found, a.center)
    with pytest.raises((TypeError, ValueError), match="numbers"):
        w.advance(1)
    w.forces[0].remove()
    w.constraint_function(lambda t, p: found, a.center, rows=3)
    with pytest.raises((TypeError, ValueError), match="number"):
        w.advance(1)


def test_errors_of_a_text_have_places():
    error = raised(tenon.ModelError, tenon.loads, "object a: sphere 0.1; end\nconnect a.centr (0, 0, 1);", name="my.tn")
    (d,) = error.diagnostics
    assert (d.file, d.line, d.is_error) == ("my.tn", 2, True) and d.near == "center" and d.code
    first, last, better = d.fix
    assert d.shown.startswith("my.tn:2:") and d.text[first - len("object a: sphere 0.1; end\n"):].startswith("centr") and better == "center"
    assert "my.tn:2:" in str(error) and "connect a.centr" in str(error) and error.near == "center"
    many = raised(tenon.ModelError, tenon.loads, "".join(f"connect a{i}.b (0, 0, 0);\n" for i in range(30)))
    assert len(many.diagnostics) >= 20 and "more" in str(many)


def test_nothing_changes_after_an_error():
    w = tenon.World("object a: sphere 0.1; end")
    before = w.text
    raised(tenon.ModelError, w.read, "object b: sphere 0.1; end connect b.center c.center;")
    raised(tenon.ModelError, w.add, "sphere", -1)
    raised(tenon.ModelError, w.connect, "a.center", "b.center")
    raised(tenon.ModelError, w.add, "sphere", 1, name="a")
    raised(tenon.UseError, setattr, w.objects.a, "mass", -2)
    raised(tenon.UseError, setattr, w.objects.a, "position", (1, 2))
    assert w.text == before


def test_files(tmp_path):
    raised(tenon.FileError, tenon.load, tmp_path / "none.tn")
    raised(OSError, tenon.load, tmp_path / "none.tn")
    raised(tenon.FileError, tenon.World()._raw.allow_read, "/no/such/folder")
    w = tenon.loads("object a: sphere 1; end")
    missing = str(tmp_path / "no" / "such")
    for write in (lambda: w.save(missing), lambda: w.run(until=0.1).to_csv(missing), lambda: w.run(until=0.2, probes=["2*t"]).svg().save(missing + ".svg"),
                  lambda: w.picture(size=(16, 16), quality="draft").save(missing), lambda: tenon.sweep(w, {}, "t", until=0).to_csv(missing)):
        assert "such" in str(raised(tenon.FileError, write))
    raised(tenon.Error, tenon.loads("object a: sphere 1; end").picture(size=(16, 16), quality="draft").save, "/no/where.png")


def test_sets_without_a_let():
    assert raised(tenon.UnknownName, tenon.loads, "let Length = 1;", sets={"length": 2}).near == "Length"


def test_stuck():
    w = tenon.World()
    w.add("particle", 1, position=(1, 0, 0), name="a")
    w.keep("sqrt(2 - t) + a.center.x = 3")
    error = raised(tenon.StuckError, w.run, until=5)
    assert 0 < w.time <= 2.001 and error.log.frames > 10 and "t" in error.log
    assert isinstance(error, RuntimeError)


def test_warnings():
    with pytest.warns(tenon.TenonWarning, match="pulls up"):
        tenon.World().gravity = -9.81
    with pytest.warns(tenon.TenonWarning, match="unit"):
        tenon.loads("object a: sphere 0.1; position 30deg 0 0; end")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tenon.loads("object a: sphere 0.1; position 30cm 0 0; end")


def test_removed_things():
    w = tenon.World()
    a = w.add("sphere", 1)
    a.remove()
    for use in (lambda: a.position, lambda: a.name, lambda: setattr(a, "mass", 2), a.remove, lambda: w.connect(a.center, (0, 0, 0))):
        raised(tenon.Error, use)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "", None, object(), b"x", "1 +", "(", 'a"b'])
def test_bad_values(value):
    w = tenon.World()
    with pytest.raises((ValueError, TypeError)):
        w.add("sphere", value)
    with pytest.raises((ValueError, TypeError)):
        w.add("sphere", 1, position=(0, value, 0))
    assert len(w.objects) == 0


@pytest.mark.parametrize("name", ["", "2a", "a b", "a;b", "a.b", "world", "t", "a\0"])
def test_bad_names(name):
    w = tenon.World()
    with pytest.raises(ValueError):
        w.add("sphere", 1, name=name)
    assert len(w.objects) == 0


def test_bad_calls(pendulum):
    w = pendulum
    for call in (lambda: w.advance(float("nan")), lambda: w.run(until=float("inf")), lambda: w.run(frames=0),
                 lambda: w.advance(-1), lambda: w.assemble("quickly"), lambda: w.picture(size=(0, 0)),
                 lambda: w.picture(at=-1), lambda: w.picture(quality="best")):
        with pytest.raises((ValueError, KeyError)):
            call()
    with pytest.raises(TypeError):
        w.run(probes="x")
    with pytest.raises(TypeError):
        w.advance("soon")
    w.advance(0.1)
    with pytest.raises(ValueError):
        w.advance(0.05)
