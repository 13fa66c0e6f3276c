// The worker of pictures (pictures/worker.h) as a program of its own, for tests of libraries, which
// are not `norn` and do not have its command.

#include "pictures/worker.h"

int main() {
  norn::pictures::run_worker();
}
