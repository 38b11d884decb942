#compdef gatehouse
# Completion of gatehouse for zsh, written by `gatehouse completion zsh`.
# To use it in this shell, after compinit: source <(gatehouse completion zsh)

# Completes names of the kind in the last argument; the other arguments are for compadd. It runs
# the program in PATH, and no part of the line.
_gatehouse_names() {
  local word index
  local -a passed names
  for ((index = 2; index < CURRENT; index++)); do
    word=${(Q)words[index]}
    case $word in
      (NAMES_FLAGS)
        ((index + 1 < CURRENT)) && passed+=("$word=${${(Q)words[index + 1]}/#\~\//$HOME/}")
        ;;
      (NAMES_VALUES) passed+=("$word") ;;
    esac
  done
  names=("${(@f)$(command gatehouse completion names "$argv[-1]" "${passed[@]}" -- "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  names=("${(@)names:#}")
  compadd "${(@)argv[1,-2]}" -a names
}

# FUNCTIONS
_gatehouse() {
  _gatehouse_program "$@"
}

if [[ ${funcstack[1]} == _gatehouse ]]; then
  _gatehouse "$@"
elif (($+functions[compdef])); then
  compdef _gatehouse gatehouse
fi
