"""Pictures, movies and plots, which notebooks show by themselves."""
from __future__ import annotations

import base64
import os
import shutil
import tempfile
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence, Union

from . import _arrays, _errors, _tenon

if TYPE_CHECKING:
    from ._world import World

Path = Union[str, "os.PathLike[str]"]
LAYERS = {
    "ground": 1, "points": 2, "constraints": 4, "forces": 8, "trails": 16, "frames": 32, "names": 64, "time": 128,
    "limits": 256, "strain": 512, "volume": 1024, "traces": 2048, "bones": 4096,
    "fittings": 8192, "tension": 16384,
}
# Endings of movies, and what notebooks show them as.
MOVIES = {
    ".mp4": "video/mp4", ".mov": "video/mp4", ".mkv": "video/x-matroska", ".webm": "video/webm", ".gif": "image/gif", ".apng": "image/apng",
}
QUALITIES = ("movie", "paper", "draft")


def _layers(show: Union[str, Iterable[str], None], standard: int) -> int:
    if show is None:
        return standard
    bits = standard
    for name in show.replace(",", " ").split() if isinstance(show, str) else show:
        if name == "none":
            bits = 0
        elif name not in LAYERS:
            _errors.unknown("layer", name, LAYERS)
        else:
            bits |= LAYERS[name]
    return bits


OPTIONS = ("show", "quality", "camera", "dark", "transparent", "field_of_view", "orbit", "title")


def check_options(options: Iterable[str]) -> None:
    """Raises UnknownName for what is no option of a picture."""
    for name in options:
        if name not in OPTIONS:
            _errors.unknown("option of a picture", name, OPTIONS)


class Canvas:
    """Options of pictures and movies, ready to draw."""

    def __init__(self, world: "World", size: Sequence[int], bounds: Any, *, show: Union[str, Iterable[str], None] = None,
                 quality: str = "paper", camera: Any = None, dark: bool = False, transparent: bool = False,
                 field_of_view: float = 30.0, orbit: float = 0.0, title: Optional[str] = None) -> None:
        if quality not in QUALITIES:
            _errors.unknown("quality", quality, QUALITIES)
        scene_camera, standard = _tenon.scene_look(world._raw)
        width, height = size
        if camera is not None and [len(p) for p in camera if hasattr(p, "__len__")] != [3, 3]:
            raise ValueError(f"a camera is two points, where it is and what it looks at, as in ((0, -5, 1), (0, 0, 0)), not {camera!r}")
        box = None if bounds is None else [*bounds[0], *bounds[1], bounds[2]]
        look = camera if camera is not None else scene_camera
        self.made = _tenon.picture_new(int(width), int(height), _layers(show, standard), QUALITIES.index(quality), dark,
                                       transparent, None if look is None else tuple(look), field_of_view, orbit, title,
                                       box)

    def draw(self, world: "World") -> None:
        """Draws the world as it is now."""
        _tenon.picture_draw(self.made, world._raw, False)


class Picture:
    """A picture of a world. Notebooks show it; ``save`` writes it; ``pixels`` are its bytes."""

    def __init__(self, canvas: Canvas) -> None:
        self._made = canvas.made
        self._png: Optional[bytes] = None

    @property
    def pixels(self) -> Any:
        """Height × width × 4 bytes (red, green, blue, alpha), rows from the top, without a copy."""
        return _arrays.show(_tenon.picture_pixels(self._made))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        shape = memoryview(_tenon.picture_pixels(self._made)).shape
        assert shape is not None
        return shape[1], shape[0]

    def save(self, path: Path) -> None:
        """Writes a PNG file."""
        if os.path.splitext(path)[1].lower() not in ("", ".png"):
            raise ValueError(f"a picture is saved as PNG, and the file {os.fspath(path)!r} is named otherwise")
        _tenon.picture_save(self._made, os.fspath(path))

    def png(self) -> bytes:
        """The bytes of the PNG file."""
        if self._png is None:
            with tempfile.TemporaryDirectory() as folder:
                self.save(os.path.join(folder, "p.png"))
                with open(os.path.join(folder, "p.png"), "rb") as file:
                    self._png = file.read()
        return self._png

    _repr_png_ = png

    def __repr__(self) -> str:
        return "<picture of {} × {} pixels>".format(*self.size)


class Movie:
    """A movie of a world. Notebooks play it; ``save`` copies it to a file."""

    def __init__(self, data: bytes, ending: str, frames: int) -> None:
        self.data, self.ending, self.frames = data, ending, frames

    def save(self, path: Path) -> None:
        """Writes the file; its ending must be that of the movie."""
        if os.path.splitext(path)[1].lower() != self.ending:
            raise ValueError(f"this movie is {self.ending}, and the file {os.fspath(path)!r} is named otherwise")
        with _errors.writing(path), open(path, "wb") as file:
            file.write(self.data)

    def _repr_html_(self) -> str:
        code = base64.b64encode(self.data).decode()
        source = f'src="data:{MOVIES[self.ending]};base64,{code}"'
        return f"<img {source}>" if MOVIES[self.ending].startswith("image") else f"<video controls loop {source}></video>"

    def __repr__(self) -> str:
        return f"<movie of {self.frames} frames, {len(self.data)} bytes>"


class Plot:
    """Lines as SVG: notebooks show it; ``save`` writes SVG or PNG by the ending of the path."""

    def __init__(self, lines: list[Any], title: Optional[str], x_label: Optional[str], y_label: Optional[str],
                 log_x: bool, log_y: bool, marks: bool) -> None:
        self._made = (lines, title, x_label, y_label, log_x, log_y, marks)

    def save(self, path: Path) -> None:
        """Writes a file that ends in .svg or .png."""
        _tenon.plot(os.fspath(path), *self._made)

    def svg(self) -> str:
        """The text of the SVG file."""
        with tempfile.TemporaryDirectory() as folder:
            self.save(os.path.join(folder, "p.svg"))
            with open(os.path.join(folder, "p.svg"), encoding="utf-8") as file:
                return file.read()

    _repr_svg_ = svg

    def __repr__(self) -> str:
        return f"<plot of {len(self._made[0])} lines>"


def _beside(path: Optional[Path]) -> Optional[str]:
    """Where a movie is made: beside where it is wanted, on the same disk; None: in the folder for temporary files."""
    folder = os.path.dirname(os.path.realpath(path)) if path is not None else None
    return folder if folder is not None and os.path.isdir(folder) and os.access(folder, os.W_OK) else None


def film(start: "World", until: float, rate: float, size: Sequence[int], path: Optional[Path], options: Any) -> Movie:
    """Draws the motion of a world from its present time: once to frame the camera, once to draw."""
    ending = os.path.splitext(path)[1].lower() if path is not None else ".mp4"
    if ending not in MOVIES:
        raise _errors.FileError(f"the name of a movie must end in one of {' '.join(MOVIES)}: {os.fspath(path or '')!r}")
    bounds: Any = None
    with start.clone() as scout:
        for _ in scout._frames(until, rate):
            bounds = _tenon.view_bounds(scout._raw, bounds)
    with tempfile.TemporaryDirectory(prefix=".tenon-", dir=_beside(path)) as folder, start.clone() as actor:
        file = os.path.join(folder, "movie" + ending)
        movie = _tenon.movie_begin(file, rate)
        canvas = Canvas(actor, size, bounds, **options)
        count = 0
        for _ in actor._frames(until, rate):
            canvas.draw(actor)
            _tenon.movie_frame(movie, canvas.made)
            count += 1
        _tenon.movie_end(movie)
        with open(file, "rb") as made:
            data = made.read()
        if path is not None:
            with _errors.writing(path):
                shutil.copyfile(file, path)
    return Movie(data, ending, count)
