#include "cli/help_text.h"

namespace norn::cli {

const std::string_view kHelp =
    R"(Norn: shared calendars for a family or a team, and a planner for each of them, in one program
with its database inside.

  norn serve                 start the server; stop it with Ctrl-C
  norn serve --help          its options, with examples
  norn demo                  fill an empty data folder with a family and a team, to look around
  norn deploy                create the tables (`serve` does so, too), or destroy them
  norn seed                  put made-up entries into a calendar, to try things out
  norn user                  list people, or set the password of one who forgot it
  norn family                list, import (GEDCOM) and export family trees
  norn rrule                 say when a recurrence rule (RRULE) comes
  norn --version

Norn needs a folder for its data, and the time zones of the system (tzdata). `norn serve` says
which folder it uses.
)";

const std::string_view kServeHelp = R"(Starts the server.

Examples
  norn serve                                  on 127.0.0.1:8080, data in the default folder
  norn serve --data /srv/norn --cache-mb 1024
  norn serve --demo                           with a family and a team in it: see `norn demo`
  norn serve --listen '[::1]:9000'
  norn serve --public-url https://home.example.org      behind a proxy that does TLS
  norn serve --store dynamodb --region eu-central-1     data in Amazon DynamoDB
  norn serve --listen none                    a DynamoDB for development, without the app
  curl http://127.0.0.1:8080/healthz          asks a running server how it is
  aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000

Options
  --data DIR          where the data is kept; created for you alone (mode 0700) if missing, and
                      refused if others may use it
                      (default: /var/lib/norn for root, else $XDG_DATA_HOME/norn or
                      ~/.local/share/norn)
  --listen ADDRESS    IP address and port (default: 127.0.0.1:8080, this machine only);
                      port 0 takes any free one. none: no app, only the DynamoDB API, and no
                      tables but those that its clients make
  --public-url URL    the address that people use, when it is another one: behind a proxy
  --proxies N         how many proxies are in a row in front of Norn, with --public-url (default: 1)
  --metrics-listen ADDRESS   where /metrics is read without signing in (default: on --listen, by
                      this machine's programs if no others can reach that, else by administrators)
  --demo              first fill the data folder, which has to be empty, as `norn demo` does
  --allow-feed-host HOST...   people may subscribe to calendar feeds of these hosts although their
                      addresses are not public: a server in the same network (docs/operations.md)
  --oidc FILE         who people may sign in with beside their password (docs/operations.md)
  --password-hash KIND   how new passwords are stored: argon2id (default), or bcrypt for another
                      program that reads them from the table Yggdrasil
  --rate-limit N      requests a second per person, on average (default: 50; 0: any number)
  --cache-mb N        memory for cached data, in MiB (default: 256)
  --tls-cert FILE     serve HTTPS with this certificate (PEM, with its chain) ...
  --tls-key FILE      ... and this private key; SIGHUP reads both files again
  --log-level LEVEL   debug, info, warn or error (default: info); the log goes to stderr
  --help              this text

The DynamoDB API, for AWS SDKs and the AWS CLI
  --dynamodb-listen ADDRESS   IP address and port (default: 127.0.0.1:8000), or none
  --dynamodb-keys FILE        who may call it: one `ACCESS_KEY_ID SECRET [SESSION_TOKEN]` per line.
                              Without, any signature is accepted, on this machine only
  --dynamodb-insecure         accept any signature from other machines, too

Where the data is
  --store embedded    in --data (the default)
  --store dynamodb    in Amazon DynamoDB, or whatever speaks its protocol, with credentials from
                      the usual places (environment, ~/.aws, container, instance)
  --endpoint-url URL  which one (default: $AWS_ENDPOINT_URL, or Amazon's of the region)
  --region REGION     (default: $AWS_REGION, or that of the profile)
  --profile NAME      of ~/.aws/config and ~/.aws/credentials (default: $AWS_PROFILE)
  --table-prefix TEXT in front of the names of all tables (default: nothing)

SIGTERM or Ctrl-C finishes the requests under way, closes the data and exits with 0; a second one
exits at once, which loses nothing that was acknowledged. One process at a time uses a data folder.
)";

const std::string_view kDeployHelp =
    R"(Creates the tables, or destroys them with all that is in them.

Examples
  norn deploy                                           in the default folder
  norn deploy --store dynamodb --endpoint-url http://127.0.0.1:8000 --region us-east-1
  norn deploy --table-name my-test-table                one table like calendsync, and no other
  norn deploy --destroy --force

Options
  --force             do not ask before it is done; needed to destroy without a terminal
  --destroy           delete the tables instead of creating them
  --table-name NAME   only one table, with the keys and indexes of calendsync
  --help              this text

Where the data is, as for `norn serve`: in a folder that no server is using, or behind an endpoint.
If neither --store nor --data is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or
DYNAMODB_ENDPOINT names an endpoint, it is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

const std::string_view kSeedHelp =
    R"(Puts made-up entries of all kinds into a calendar, around a day.

Examples
  norn seed --calendar-id 550e8400-e29b-41d4-a716-446655440002
  norn seed --calendar-id 550e8400-e29b-41d4-a716-446655440002 --highlighted-day 2024-06-15
  norn seed --calendar-id 550e8400-e29b-41d4-a716-446655440002 --count 50

Options
  --calendar-id UUID      the calendar; it is made if it is not there
  --highlighted-day DATE  around which day (default: today)
  --count N               how many (default: 25)
  --table-name NAME       the table (default: calendsync)
  --help                  this text

Where the data is, as for `norn serve`: in a folder that no server is using, or behind an endpoint.
If neither --store nor --data is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or
DYNAMODB_ENDPOINT names an endpoint, it is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

const std::string_view kDemoHelp =
    R"(Puts a family and a small team into an empty store: shared calendars, planners, projects, a
cottage and a boat to book, and a family tree, with dates around today. It prints their addresses
and random passwords, once. The first of them is the administrator.

Examples
  norn demo                                             into the default folder
  norn demo --data /tmp/norn-demo && norn serve --data /tmp/norn-demo
  norn serve --demo --data /tmp/norn-demo               the same at once
  rm -r /tmp/norn-demo                                  when you have seen it

A store that has data is refused: choose another folder.

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
  --help              this text
)";

const std::string_view kUserHelp =
    R"(Lists people, and sets passwords, for the operator: it needs nothing but access to the data.

Examples
  norn user list                                        since when, address, name
  norn user passwd ben@example.org                      asks for the new password, twice
  norn user passwd ben@example.org --data /srv/norn --remove-second-factor <password.txt

A new password ends all sessions of the person, who is told at the next sign-in that the operator
has set it. Without a terminal it is read as one line of the input.

Options of passwd
  --end-access             end all API tokens and calendar links of the person as well
  --remove-second-factor   turn off the second factor, for somebody who has lost it
  --help                   this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

const std::string_view kFamilyHelp =
    R"(Lists, imports and exports family trees, for the operator: it needs nothing but access to the
data. Files are GEDCOM 5.5, 5.5.1 and 7.0, or GEDZIP archives, of at most 256 MiB.

Examples
  norn family import smith.ged --owner ada@example.org --preview    says what it would bring
  norn family import smith.ged --owner ada@example.org --name "The Smiths"
  norn family import smith.ged --into 0b0e4f2a-5d0c-4a39-9d0e-2f6f8f1c2a11 --preview
  norn family list --owner ada@example.org                          ids, people, names
  norn family export --tree 0b0e4f2a-5d0c-4a39-9d0e-2f6f8f1c2a11 --output smith.ged
  norn family export --tree 0b0e4f2a-5d0c-4a39-9d0e-2f6f8f1c2a11 --gedcom 5.5.1 >smith.ged

An import makes a new tree, whole or not at all, and says how much there is of what. A line follows
for everything in the file that was not understood, at most 200 of them. With --into, the file is
compared with a tree that is there, and what is new or changed is imported into it; nothing of the
tree is deleted.

Options
  --owner E-MAIL           whose tree it is: of list and import
  --name NAME              of import: what the tree is called; the default is in the file
  --preview                of import: only say what it would bring
  --into ID                of import, instead of --owner: the tree to import into
  --new add|skip           with --into: what only the file has [add]
  --changed take|keep      with --into: what only the file has changed since the last import [take]
  --conflicts keep|take    with --into: what both have changed, or nobody knows [keep]
  --tree ID                of export: which tree, as list says
  --gedcom 7.0|5.5.1       of export: the version of GEDCOM [7.0]
  --output FILE            of export: where it goes; the default is the standard output
  --help                   this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

const std::string_view kRruleHelp =
    R"(Says when something recurs, as RFC 5545 (iCalendar) has it. Needs no data and no server.

Examples
  norn rrule --dtstart 20250106T100000 --tzid America/New_York --rrule 'FREQ=WEEKLY;BYDAY=MO' \
    --from 20250301 --to 20250401
  norn rrule --dtstart 20250131 --rrule 'FREQ=MONTHLY;BYMONTHDAY=-1' --limit 12
  norn rrule --dtstart 20250106T150000Z --rrule 'FREQ=DAILY;COUNT=5' --exdate 20250107T150000Z

It prints one line per occurrence, in order: the time in the form of --dtstart, and with --tzid
behind a space the same instant in UTC. The first example prints

  20250303T100000 20250303T150000Z
  20250310T100000 20250310T140000Z
  20250317T100000 20250317T140000Z
  20250324T100000 20250324T140000Z
  20250331T100000 20250331T140000Z

Times are written as 20250106T100000 (on the clocks of --tzid, or anywhere without it),
20250106T150000Z (UTC), or 20250106 (a whole day).

Options
  --dtstart TIME      when it begins; an occurrence only if the rule says so
  --tzid ZONE         the time zone of --dtstart and other local times, such as Europe/London
  --rrule RULE        the rule; without it there are only --dtstart and --rdate
  --rdate TIME        one more occurrence, or a period with its length (20250106T100000/PT2H), which
                      is then printed as a third word; may be given several times
  --exdate TIME       leave this one out; may be given several times
  --from TIME         only occurrences at this time or later; a day means its midnight
  --to TIME           only occurrences before this time
  --limit N           at most so many (default: 1000); if there are more, it says so on stderr
  --vectors FILE      run the cases of a JSON file instead (tests/ical/README.md has the form):
                      prints a line per case that fails, then `N passed, N failed`; exits with 1
                      if any failed
  --help              this text

A time that the zone skips when clocks go forward is read as if they had not yet, and of a time that
comes twice when they go back the first counts. Nothing recurs after the year 9999.
)";

}  // namespace norn::cli
