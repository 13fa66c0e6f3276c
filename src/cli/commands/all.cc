#include "cli/commands/all.h"

#include <memory>

#include "cli/commands/backup_command.h"
#include "cli/commands/completion_command.h"
#include "cli/commands/copy_command.h"
#include "cli/commands/delete_command.h"
#include "cli/commands/demo_command.h"
#include "cli/commands/deploy_command.h"
#include "cli/commands/doctor_command.h"
#include "cli/commands/export_command.h"
#include "cli/commands/family_command.h"
#include "cli/commands/get_command.h"
#include "cli/commands/health_command.h"
#include "cli/commands/import_command.h"
#include "cli/commands/licences_command.h"
#include "cli/commands/man_command.h"
#include "cli/commands/put_command.h"
#include "cli/commands/query_command.h"
#include "cli/commands/rrule_command.h"
#include "cli/commands/scan_command.h"
#include "cli/commands/seed_command.h"
#include "cli/commands/serve_command.h"
#include "cli/commands/sql_command.h"
#include "cli/commands/tables_command.h"
#include "cli/commands/token_command.h"
#include "cli/commands/user_command.h"
#include "cli/commands/version_command.h"

namespace norn::cli {

Commands all_commands(const Program& program) {
  Commands all;
  all.push_back(std::make_unique<ServeCommand>(program.serve));
  all.push_back(std::make_unique<DemoCommand>());
  all.push_back(std::make_unique<DeployCommand>());
  all.push_back(std::make_unique<SeedCommand>());
  all.push_back(std::make_unique<UserCommand>());
  all.push_back(std::make_unique<TokenCommand>());
  all.push_back(std::make_unique<FamilyCommand>());
  all.push_back(std::make_unique<TablesCommand>());
  all.push_back(std::make_unique<GetCommand>());
  all.push_back(std::make_unique<QueryCommand>());
  all.push_back(std::make_unique<ScanCommand>());
  all.push_back(std::make_unique<PutCommand>());
  all.push_back(std::make_unique<DeleteCommand>());
  all.push_back(std::make_unique<SqlCommand>());
  all.push_back(std::make_unique<ExportCommand>());
  all.push_back(std::make_unique<ImportCommand>());
  all.push_back(std::make_unique<CopyCommand>());
  all.push_back(std::make_unique<BackupCommand>());
  all.push_back(std::make_unique<DoctorCommand>(program.version));
  all.push_back(std::make_unique<RruleCommand>());
  all.push_back(std::make_unique<VersionCommand>(program.version));
  const auto again = [program] { return all_commands(program); };
  all.push_back(std::make_unique<CompletionCommand>(again));
  all.push_back(std::make_unique<ManCommand>(again, program.version));
  all.push_back(std::make_unique<HealthCommand>());
  all.push_back(std::make_unique<LicencesCommand>());
  return all;
}

}  // namespace norn::cli
