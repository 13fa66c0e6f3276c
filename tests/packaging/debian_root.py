"""A bare Debian in a folder of its own, in which a test installs and runs things as root."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "norn"
# The bare system with its package lists is kept for a day: making it takes longer than the tests.
KEPT_S = 24 * 60 * 60
PATIENCE_S = 600
# Downloaded once, for all systems.
ARCHIVES = CACHE / "debian_archives"
APT_ARCHIVES = "/var/cache/apt/archives"

MAKE = """
. tools/debian_root.sh
reason=$(can_make_debian) || { echo "no bare Debian can be made here: $reason" >&2; exit 1; }
make_debian "$1" ca-certificates && chroot "$1" apt-get -q update
"""
# In namespaces of their own, no mount and no process of a command is left over.
RUN = """
set -e
root=$1 writable=$2
shift 2
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
if [ -n "$writable" ]; then
  for folder in $writable; do mount --bind "$root$folder" "$root$folder"; done
  mount -t tmpfs tmpfs "$root/tmp"
  mount -o remount,bind,ro "$root"
fi
exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \\
  DEBIAN_FRONTEND=noninteractive "$@"
"""


def base_system():
    """A tar file of the bare system."""
    kept = CACHE / "debian_root.tar"
    if kept.exists() and time.time() - kept.stat().st_mtime < KEPT_S:
        return kept
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="norn-debian-") as folder:
        subprocess.run(["bash", "-c", MAKE, "make", folder], cwd=REPOSITORY, check=True,
                       stdout=subprocess.DEVNULL, timeout=PATIENCE_S)
        fresh = kept.with_suffix(f".{os.getpid()}")
        subprocess.run(["tar", "-C", folder, "-cf", fresh, "."], check=True, timeout=PATIENCE_S)
        fresh.replace(kept)
    return kept


def copy_packages(source, target):
    for package in source.glob("*.deb"):
        if not (target / package.name).exists():
            partial = target / f"{package.name}.{os.getpid()}"
            shutil.copy(package, partial)
            partial.replace(target / package.name)


class DebianRoot:
    """The system, unpacked. `close` removes it."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir="/var/tmp", prefix="norn-debian-"))
        self.folder.chmod(0o755)
        subprocess.run(["tar", "-C", self.folder, "-xf", base_system()], check=True,
                       timeout=PATIENCE_S)
        # It does not have to survive a power cut.
        self.path("/etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")
        # apt verifies what it finds there, as it does what it downloads.
        ARCHIVES.mkdir(parents=True, exist_ok=True)
        copy_packages(ARCHIVES, self.path(APT_ARCHIVES))

    def close(self):
        copy_packages(self.path(APT_ARCHIVES), ARCHIVES)
        shutil.rmtree(self.folder)

    def path(self, inside):
        return self.folder / inside.lstrip("/")

    def command(self, *arguments, writable=""):
        """What runs a command in there, as a list for subprocess. With folders that are `writable`
        (a text, with spaces between), nothing else is, but for /tmp."""
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", RUN, "run",
                str(self.folder), writable, *arguments]

    def run(self, *arguments, check=True):
        done = subprocess.run(self.command(*arguments), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=PATIENCE_S, check=False)
        if check and done.returncode != 0:
            raise AssertionError(f"{arguments} ended with {done.returncode}:\n{done.stdout}")
        return done
