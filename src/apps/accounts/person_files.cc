#include "apps/accounts/person_files.h"

#include "base/json_writer.h"
#include "base/time_text.h"

namespace norn::accounts {

Result<void> add_person_files(Users& users, const std::string& user_id, apps::PersonFiles& files) {
  NORN_ASSIGN(const auto user, users.find(user_id));
  NORN_ASSIGN(const auto account, users.find_account(user_id));
  if (!user) return {};
  std::string json;
  ObjectWriter object(json);
  object.text("id", user->id);
  object.text("email", user->email);
  object.text("name", user->name);
  object.text("createdAt", timestamp_s(user->created_ms));
  object.text("updatedAt", timestamp_s(user->updated_ms));
  if (account) {
    object.boolean("administrator", account->administrator);
    object.boolean("secondFactor", account->second_factor);
    object.boolean("emailVerified", account->email_verified);
    object.text("language", account->language);
  }
  object.close();
  return files.add_file("account", "profile", "json", "name, address and settings of the account",
                        json + "\n");
}

}  // namespace norn::accounts
