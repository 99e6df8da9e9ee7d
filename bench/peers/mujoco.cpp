// mujoco.cpp: MuJoCo. Reduced coordinates along the tree; loops by soft constraints. euler, rk4, implicit: constraints as
// stiff as the step allows (time constant of two steps), the solver to 1e-15. defaults: MuJoCo's own integrator, step,
// solref, solimp, solver and tolerance.
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "peer.h"

const std::vector<Method> methods = {
    {"euler", Method::step, Method::reduced, 0, 100, 100, 40},
    {"rk4", Method::step, Method::reduced, 0, 100, 100, 40},
    {"implicit", Method::step, Method::reduced, 0, 10, 10, 2},
    {"defaults", Method::fixed, Method::reduced, 0.002, 100, 100, 40},
};

namespace
{

std::string text(const char *format, double a, double b, double c, double d = 0)
{
    char line[256];
    std::snprintf(line, sizeof line, format, a, b, c, d);
    return line;
}

// The model as MJCF: a body's frame is that of its rod, at the centre of mass.
class Writer
{
  public:
    Writer(const struct rods &m, const std::string &method, double step)
        : m_(m), stiff_(method != "defaults"), children_((size_t)m.count + 1)
    {
        for (int k = 0; k < m.joint_count; k++)
            if (!m.joints[k].closes)
                children_[(size_t)(m.joints[k].a + 1)].push_back(k);
        out_ = "<mujoco><option gravity='0 0 " + text("%.17g", -RODS_GRAVITY, 0, 0) + "'" +
               (stiff_ ? " integrator='" + integrator(method) + "' timestep='" + text("%.17g", step, 0, 0) +
                             "' tolerance='1e-15' iterations='100'"
                       : "") +
               "/><size njmax='" + std::to_string(3 * (m.joint_count - m.count) + 3) + "' nconmax='1'" +
               (method == "implicit" ? " nstack='4000000'" : "") + "/><worldbody>"; // its default is too small for it
        add_children(-1, 2);
        out_ += "</worldbody><equality>";
        for (int k = 0; k < m.joint_count; k++)
            if (m.joints[k].closes)
                add_loop(m.joints[k], step);
        out_ += "</equality></mujoco>";
        files_.insert(files_.begin(), out_);
    }
    // The first is the model, the others are included: part1.xml, part2.xml, …
    const std::vector<std::string> &files() const { return files_; }

  private:
    static std::string integrator(const std::string &method)
    {
        return method == "rk4" ? "RK4" : (method == "implicit" ? "implicit" : "Euler");
    }
    // XML is read to a depth of a hundred: deeper bodies go to a file of their own.
    void add_children(int rod, int depth)
    {
        if (children_[(size_t)(rod + 1)].empty())
            return;
        std::string outer;
        if (depth > 90) {
            outer = out_;
            out_ = "<mujocoinclude>";
            depth = 1;
        }
        for (int k : children_[(size_t)(rod + 1)])
            add_body(m_.joints[k], depth + 1);
        if (outer.empty())
            return;
        files_.push_back(out_ + "</mujocoinclude>");
        out_ = outer + "<include file='part" + std::to_string(files_.size()) + ".xml'/>";
    }
    void add_body(const struct rods_joint &j, int depth)
    {
        mjtNum q[4], x[3], none[3] = {0, 0, 0}, unit[4] = {1, 0, 0, 0}, back_x[3], back_q[4];
        const struct rods_pose &p = m_.start[j.b];
        if (j.a >= 0)
            mju_negPose(back_x, back_q, m_.start[j.a].center, m_.start[j.a].q);
        else
            mju_negPose(back_x, back_q, none, unit);
        mju_mulPose(x, q, back_x, back_q, p.center, p.q);
        double end = j.b_end == 1 ? -m_.length / 2 : m_.length / 2;
        out_ += "<body name='r" + std::to_string(j.b) + "' pos='" + text("%.17g %.17g %.17g", x[0], x[1], x[2]) +
                "' quat='" + text("%.17g %.17g %.17g %.17g", q[0], q[1], q[2], q[3]) + "'><joint name='j" +
                std::to_string(j.b) + "' type='" + (m_.hinges ? "hinge" : "ball") + "' pos='" +
                text("%.17g %.17g %.17g", 0, 0, end) + "'";
        if (m_.hinges) {
            mjtNum inverse[4], up[3] = {0, 1, 0}, axis[3];
            mju_negQuat(inverse, p.q);
            mju_rotVecQuat(axis, up, inverse);
            out_ += " axis='" + text("%.17g %.17g %.17g", axis[0], axis[1], axis[2]) + "'";
        }
        out_ += "/><inertial pos='0 0 0' mass='" + text("%.17g", m_.mass, 0, 0) + "' diaginertia='" +
                text("%.17g %.17g %.17g", m_.across, m_.across, m_.along) + "'/>";
        add_children(j.b, depth);
        out_ += "</body>";
    }
    void add_loop(const struct rods_joint &j, double step)
    {
        double end = j.a_end == 1 ? -m_.length / 2 : m_.length / 2;
        out_ += "<connect body1='r" + std::to_string(j.a) + "'";
        if (j.b >= 0)
            out_ += " body2='r" + std::to_string(j.b) + "'";
        out_ += " anchor='" + text("%.17g %.17g %.17g", 0, 0, end) + "'";
        if (stiff_)
            out_ += " solref='" + text("%.17g 1", 2 * step, 0, 0) + "' solimp='0.9999 0.9999 0.001'";
        out_ += "/>";
    }

    const struct rods &m_;
    bool stiff_;
    std::vector<std::vector<int>> children_; // joints below the world and below each rod
    std::string out_;
    std::vector<std::string> files_;
};

class Mujoco : public Engine
{
  public:
    Mujoco(const struct rods &m, const std::string &method, double step) : step_(step), stages_(method == "rk4" ? 4 : 1)
    {
        Writer writer(m, method, step);
        mju_user_warning = [](const char *) {}; // it would write a file
        static mjVFS files;
        char error[1000] = "";
        mj_defaultVFS(&files);
        for (size_t i = 0; i < writer.files().size(); i++) {
            const std::string &content = writer.files()[i];
            mj_makeEmptyFileVFS(&files, ("part" + std::to_string(i) + ".xml").c_str(), (int)content.size());
            content.copy(static_cast<char *>(files.filedata[i]), content.size());
        }
        model_ = mj_loadXML("part0.xml", &files, error, sizeof error);
        mj_deleteVFS(&files);
        if (!model_)
            throw std::runtime_error(error);
        data_ = mj_makeData(model_);
        for (int i = 0; i < m.count; i++) {
            std::string rod = std::to_string(i);
            bodies_.push_back(mj_name2id(model_, mjOBJ_BODY, ("r" + rod).c_str()));
            int joint = mj_name2id(model_, mjOBJ_JOINT, ("j" + rod).c_str());
            if (m.hinges)
                data_->qvel[model_->jnt_dofadr[joint]] = i <= m.size ? 1 : -1; // couplers do not turn
        }
        mj_forward(model_, data_);
    }
    ~Mujoco() override
    {
        mj_deleteData(data_);
        mj_deleteModel(model_);
    }
    void advance(double from, double to) override
    {
        int n = step_count(from, to, step_);
        model_->opt.timestep = (to - from) / n;
        for (int i = 0; i < n; i++)
            mj_step(model_, data_);
        steps_ += n;
    }
    void poses(struct rods_pose *out) override
    {
        mj_forward(model_, data_);
        // MuJoCo starts again from the beginning where numbers get too large: that is not the motion that was asked for.
        bool lost = data_->warning[mjWARN_BADQPOS].number + data_->warning[mjWARN_BADQVEL].number +
                        data_->warning[mjWARN_BADQACC].number >
                    0;
        for (size_t i = 0; i < bodies_.size(); i++) {
            if (lost) {
                out[i].center[0] = NAN;
                continue;
            }
            mjtNum v[6];
            const mjtNum *x = data_->xpos + 3 * bodies_[i], *q = data_->xquat + 4 * bodies_[i];
            mj_objectVelocity(model_, data_, mjOBJ_XBODY, bodies_[i], v, 0);
            out[i] = {{x[0], x[1], x[2]}, {q[0], q[1], q[2], q[3]}, {v[3], v[4], v[5]}, {v[0], v[1], v[2]}};
        }
    }
    double evaluations() const override { return steps_ * stages_; }

  private:
    mjModel *model_ = nullptr;
    mjData *data_ = nullptr;
    std::vector<int> bodies_;
    double step_, stages_, steps_ = 0;
};

} // namespace

std::unique_ptr<Engine> make_engine(const struct rods &model, const std::string &method, double value)
{
    return std::make_unique<Mujoco>(model, method, value);
}
