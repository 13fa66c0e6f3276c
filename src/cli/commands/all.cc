#include "cli/commands/all.h"

#include <memory>

#include "cli/commands/backup_command.h"
#include "cli/commands/demo_command.h"
#include "cli/commands/deploy_command.h"
#include "cli/commands/family_command.h"
#include "cli/commands/rrule_command.h"
#include "cli/commands/seed_command.h"
#include "cli/commands/serve_command.h"
#include "cli/commands/user_command.h"

namespace norn::cli {

Commands all_commands(const Program& program) {
  Commands all;
  all.push_back(std::make_unique<ServeCommand>(program.serve));
  all.push_back(std::make_unique<DemoCommand>());
  all.push_back(std::make_unique<DeployCommand>());
  all.push_back(std::make_unique<SeedCommand>());
  all.push_back(std::make_unique<UserCommand>());
  all.push_back(std::make_unique<FamilyCommand>());
  all.push_back(std::make_unique<BackupCommand>());
  all.push_back(std::make_unique<RruleCommand>());
  return all;
}

}  // namespace norn::cli
