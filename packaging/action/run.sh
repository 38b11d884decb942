#!/usr/bin/env bash
# Runs one command of the action on a file of features. The token is in GATEHOUSE_TOKEN, and that for
# comments in GH_TOKEN; neither is in a command line.
set -euo pipefail

# The comment of an earlier run is replaced: it begins with this line.
marker='<!-- gatehouse plan -->'

fail() {
  echo "::error::$1"
  exit 1
}

install_gatehouse() {
  if command -v gatehouse >/dev/null 2>&1; then
    return
  fi
  directory=${RUNNER_TEMP:?}/gatehouse/bin
  release=https://github.com/${ACTION_REPOSITORY:?}/releases
  if [ -n "$INPUT_VERSION" ]; then
    from=$release/download/v${INPUT_VERSION#v}
  else
    from=$release/latest/download
  fi
  curl --fail --silent --show-error --location --proto-redir =https --output "$RUNNER_TEMP/install.sh" "$from/install.sh"
  sh "$RUNNER_TEMP/install.sh" --from "$from" --dir "$directory" --only-executable
  PATH=$directory:$PATH
}

comment() {
  [ -n "${PULL_REQUEST:-}" ] || return 0
  path=repos/${GITHUB_REPOSITORY:?}/issues
  earlier=$(gh api --paginate "$path/$PULL_REQUEST/comments" \
    --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)
  if [ -n "$earlier" ]; then
    gh api --method PATCH "$path/comments/$earlier" --field body=@"$1" >/dev/null
  else
    gh api --method POST "$path/$PULL_REQUEST/comments" --field body=@"$1" >/dev/null
  fi
}

options=(--url "$INPUT_URL")
case $INPUT_PRUNE in
  true) options+=(--prune) ;;
  false) ;;
  *) fail "prune must be true or false, not \"$INPUT_PRUNE\"" ;;
esac
[ -n "${GATEHOUSE_TOKEN:-}" ] || fail "the variable GATEHOUSE_TOKEN is missing"

case $INPUT_COMMAND in
  plan)
    install_gatehouse
    text=$(mktemp)
    echo "$marker" >"$text"
    gatehouse plan "${options[@]}" --markdown "$INPUT_FILE" >>"$text"
    if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
      tail -n +2 "$text" >>"$GITHUB_STEP_SUMMARY"
    fi
    tail -n +2 "$text"
    comment "$text"
    ;;
  apply)
    install_gatehouse
    why=${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_REPOSITORY:-}/commit/${GITHUB_SHA:-}
    gatehouse apply "${options[@]}" --yes --why "Commit ${GITHUB_SHA:-of a job}" --link "$why" "$INPUT_FILE"
    ;;
  *) fail "command must be plan or apply, not \"$INPUT_COMMAND\"" ;;
esac
