#!/bin/sh
# Installs Gatehouse from a release: a folder or an https address with SHA256SUMS and the archives
# in it. `sh install.sh --help` describes the options.
set -eu

# The copy of a release names its address and its public key here.
release_address=
release_key=

usage() {
  cat <<'TEXT'
Usage: install.sh [--from RELEASE] [--version VERSION] [--dir DIRECTORY]
                  [--only-executable]
       install.sh --uninstall [--dir DIRECTORY]

Installs the executable `gatehouse` for this machine, and if its directory is
named bin, the manual pages and the completion scripts in share next to it.

  --from RELEASE     the folder or https:// address of a release. Unless given:
                     the folder of this script if it has SHA256SUMS, otherwise
                     the release that this script is from
  --version VERSION  the version to install; needed if the release has several
  --dir DIRECTORY    where to install; /usr/local/bin for root, otherwise
                     ~/.local/bin
  --only-executable  installs no manual pages and no completion scripts
  --uninstall        deletes the files that this script installed, and no data
  --help             shows this text
TEXT
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# The operating system and the processor, as in the names of the archives.
platform() {
  system=$(uname -s)
  machine=$(uname -m)
  case $machine in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no executable for the processor $machine" ;;
  esac
  case $system in
    Linux) echo "linux-$processor$(libc_suffix)" ;;
    Darwin)
      # A shell under Intel translation names the wrong processor.
      if [ "$(sysctl -n hw.optional.arm64 2>/dev/null || true)" = 1 ]; then
        processor=arm64
      fi
      echo "darwin-$processor"
      ;;
    *) fail "$system is not supported; on Windows, unpack the .zip file of the release" ;;
  esac
}

# A machine may have both C libraries, so the system's own programs decide.
libc_suffix() {
  if has ldd; then
    case $(ldd --version 2>&1 || true) in
      *musl*) echo -musl ;;
    esac
  elif ls /lib/ld-musl-* >/dev/null 2>&1 && ! ls /lib*/ld-linux-* >/dev/null 2>&1; then
    echo -musl
  fi
}

# Copies a file of the release.
get() {
  case $from in
    https://* | http://*)
      if has curl; then
        curl --fail --silent --show-error --location --proto-redir =https \
          --output "$2" "$from/$1"
      elif has wget; then
        wget -q -O "$2" "$from/$1"
      else
        fail "curl or wget is needed to download from $from"
      fi || fail "$from/$1 could not be downloaded"
      ;;
    *)
      [ -r "$from/$1" ] || fail "$from has no file $1"
      cp "$from/$1" "$2" || fail "$from/$1 could not be copied"
      ;;
  esac
}

# With minisign and a public key, SHA256SUMS must have the signature of the release.
check_signature() {
  [ -n "$release_key" ] && has minisign || return 0
  get SHA256SUMS.minisig "$work/SHA256SUMS.minisig"
  minisign -V -q -P "$release_key" -m "$work/SHA256SUMS" ||
    fail "the signature of SHA256SUMS is wrong; nothing was installed"
}

sum_of() {
  if has sha256sum; then
    sha256sum "$1"
  else
    shasum -a 256 "$1"
  fi | cut -d ' ' -f 1
}

# The name of the archive for a platform, of the given version or of the only one.
archive_name() {
  names=$(sed -n "s/^[0-9a-f]\{64\}  \(gatehouse-[0-9A-Za-z.+-]*-$1\.tar\.gz\)\$/\1/p" "$work/SHA256SUMS")
  if [ -n "$version" ]; then
    wanted=gatehouse-$version-$1.tar.gz
    printf '%s\n' "$names" | grep -Fxq -- "$wanted" ||
      fail "$from has no version $version for $1"
    names=$wanted
  fi
  case $names in
    '') fail "$from has no archive for $1" ;;
    *"
"*) fail "$from has several versions; choose one with --version" ;;
  esac
  printf '%s\n' "$names"
}

# Copies a file of the archive, if it exists, into a directory below share. Replaces an earlier
# file in one step.
put() {
  [ -f "$content/$1" ] || return 0
  partial=$share/$2/.gatehouse-install-$$
  mkdir -p -- "$share/$2" 2>/dev/null &&
    cp "$content/$1" "$partial" 2>/dev/null &&
    chmod 644 "$partial" &&
    mv -f "$partial" "$share/$2/$3" &&
    echo "share/$2/$3" >>"$work/installed"
}

# Adds the installed files to the list for --uninstall. An earlier version may have had other files.
list_installed() {
  list=$share/gatehouse/installed-files
  partial=$share/gatehouse/.gatehouse-install-$$
  mkdir -p -- "$share/gatehouse" 2>/dev/null || return 1
  echo bin/gatehouse >>"$work/installed"
  [ ! -f "$list" ] || cat "$list" >>"$work/installed"
  sort -u "$work/installed" >"$partial" && mv -f "$partial" "$list"
}

# Deletes the files of the list, the list, and the directories that are then empty.
uninstall() {
  directory=${directory%/}
  list=$(dirname -- "$directory")/share/gatehouse/installed-files
  if [ "$(basename -- "$directory")" != bin ] || [ ! -f "$list" ]; then
    fail "there is no list of installed files for $directory; delete $directory/gatehouse yourself"
  fi
  prefix=$(dirname -- "$directory")
  while read -r file; do
    case $file in
      *..*) fail "$list names $file, which is no installed file" ;;
      bin/gatehouse | share/*) rm -f -- "$prefix/$file" || fail "$prefix/$file cannot be deleted" ;;
      *) fail "$list names $file, which is no installed file" ;;
    esac
  done <"$list"
  rm -f -- "$list" || fail "$list cannot be deleted"
  rmdir -- "${list%/*}" 2>/dev/null || true
  echo "gatehouse is uninstalled from $prefix; its data was not changed"
}

install_all() {
  for page in "$content"/man/man1/*.1; do
    put "man/man1/${page##*/}" man/man1 "${page##*/}" || return 1
  done
  put completions/gatehouse.bash bash-completion/completions gatehouse &&
    put completions/_gatehouse zsh/site-functions _gatehouse &&
    put completions/gatehouse.fish fish/vendor_completions.d gatehouse.fish &&
    list_installed
}

# The manual pages and the completion scripts, in the directories where programs look for them.
install_extras() {
  [ -d "$content/man" ] || return 0
  if [ "$(basename -- "$directory")" != bin ]; then
    echo "manual pages and completion scripts are in the archive; they are installed only next to a directory bin"
    return 0
  fi
  share=$(cd "$(dirname -- "$directory")" && pwd)/share
  if ! install_all; then
    echo "install.sh: $share cannot be written; the manual pages are not installed" >&2
    return 0
  fi
  echo "manual pages and completion scripts are installed: $share"
  case $share in
    /usr/share | /usr/local/share) ;;
    *) echo "for zsh, add to ~/.zshrc before compinit: fpath=($share/zsh/site-functions \$fpath)" ;;
  esac
}

# A function, so that a download that ends early runs nothing.
main() {
  from=
  version=
  directory=
  extras=1
  uninstalls=
  while [ $# -gt 0 ]; do
    case $1 in
      --help)
        usage
        exit 0
        ;;
      --uninstall)
        uninstalls=1
        shift
        ;;
      --only-executable)
        extras=
        shift
        ;;
      --from=* | --version=* | --dir=*)
        argument=$1
        shift
        set -- "${argument%%=*}" "${argument#*=}" "$@"
        ;;
      --from | --version | --dir)
        [ -n "${2:-}" ] || fail "$1 needs a value"
        case $1 in
          --from) from=${2%/} ;;
          --version) version=${2#v} ;;
          --dir) directory=$2 ;;
        esac
        shift 2
        ;;
      *)
        usage >&2
        fail "unknown option $1"
        ;;
    esac
  done

  if [ -z "$directory" ]; then
    if [ "$(id -u)" -eq 0 ]; then
      directory=/usr/local/bin
    else
      directory=${HOME:?}/.local/bin
    fi
  fi
  if [ -n "$uninstalls" ]; then
    uninstall
    exit 0
  fi
  if [ -z "$from" ]; then
    # A script that a shell reads from its input has no folder.
    case $0 in
      *install.sh) from=$(dirname -- "$0") ;;
    esac
    [ -r "${from:-/nonexistent}/SHA256SUMS" ] || from=$release_address
    if [ -z "$from" ]; then
      fail "name the release with --from FOLDER or --from https://ADDRESS"
    fi
  fi
  case $from in
    # No attacker on the network may replace the archive together with its checksum.
    http://127.0.0.1:* | http://localhost:*) ;;
    http://*) fail "the address of the release must begin with https://" ;;
  esac
  has tar || fail "tar is needed to unpack the archive"
  has sha256sum || has shasum || fail "sha256sum or shasum is needed to check the archive"

  target=$(platform)
  mkdir -p -- "$directory" || fail "$directory cannot be created"
  [ ! -d "$directory/gatehouse" ] || fail "$directory/gatehouse is a directory"
  # In the target directory, so that the last step is a rename, which is atomic.
  work=$(mktemp -d "$directory/.gatehouse-install-XXXXXX") || fail "$directory cannot be written"
  partial=
  trap 'rm -rf "$work" ${partial:+"$partial"}' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 141' PIPE
  trap 'exit 143' TERM

  get SHA256SUMS "$work/SHA256SUMS"
  check_signature
  name=$(archive_name "$target")
  get "$name" "$work/$name"
  expected=$(awk -v name="$name" '$2 == name { print $1 }' "$work/SHA256SUMS")
  [ "$(sum_of "$work/$name")" = "$expected" ] ||
    fail "the checksum of $name differs from SHA256SUMS; nothing was installed"

  tar -xzf "$work/$name" -C "$work" || fail "$name could not be unpacked"
  content=$work/${name%"-$target.tar.gz"}
  executable=$content/gatehouse
  [ -f "$executable" ] || fail "$name contains no executable"
  chmod 755 "$executable"
  if ! printed=$("$executable" --version 2>"$work/reason"); then
    head -n 3 "$work/reason" >&2
    case $target in
      *-musl) fail "the executable does not run here; Alpine needs: apk add libstdc++" ;;
      *) fail "the executable does not run here; nothing was installed" ;;
    esac
  fi
  mv -f "$executable" "$directory/gatehouse" || fail "$directory/gatehouse cannot be replaced"
  echo "$printed is installed: $directory/gatehouse"
  [ -z "$extras" ] || install_extras
  case :${PATH:-}: in
    *":$directory:"*) ;;
    *) echo "$directory is not in PATH; add it, or call the executable by its path" ;;
  esac
}

main "$@"
