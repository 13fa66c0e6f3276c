#include "apps/projects/person_files.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

// Keeps the names of the attachments, and does something when the first of them begins.
class InterruptedTaskFiles final : public apps::PersonFiles {
 public:
  explicit InterruptedTaskFiles(std::function<void(const std::string& about)> happening)
      : happening_(std::move(happening)) {}
  Result<void> add(std::string_view /*bytes*/) override { return {}; }
  std::vector<std::string> attachments;

 protected:
  Result<void> begin_path(std::string path, std::string_view about) override {
    if (!path.ends_with(".pdf")) return {};
    attachments.push_back(std::move(path));
    if (const auto happening = std::exchange(happening_, nullptr)) happening(std::string(about));
    return {};
  }

 private:
  std::function<void(const std::string& about)> happening_;
};

class ProjectPersonFiles : public ProjectsTest {};

TEST_F(ProjectPersonFiles, LeaveOutTasksThatAreDeletedMeanwhile) {
  const std::vector<Task> tasks{scene.task(ada, garden, "Dig"), scene.task(ada, garden, "Sow")};
  for (const Task& task : tasks) {
    must(scene.comments.attach(ada, task.id, {.name = "", .upload_id = scene.upload(ada, "bytes")},
                               {}));
  }
  InterruptedTaskFiles taken([&](const std::string& about) {
    const Task& other = about.find("Dig") == std::string::npos ? tasks[0] : tasks[1];
    must(scene.tasks.remove(ada, other.id, must(scene.tasks.get(ada, other.id)).etag));
  });
  const auto added = add_person_files(scene.context, scene.projects, scene.comments, ada, taken);
  ASSERT_TRUE(added.has_value()) << added.error().message;
  EXPECT_EQ(taken.attachments.size(), 1U);
}

}  // namespace
}  // namespace norn::projects
