#compdef gatehouse
# Completion of gatehouse for zsh, written by `gatehouse completion zsh`.
# To use it in this shell, after compinit: source <(gatehouse completion zsh)

# Asks the program in PATH, and runs no part of the line.
_gatehouse() {
  local -a answer words_only described
  local line
  answer=("${(@f)$(command gatehouse completion line -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  [[ -z ${answer[2]} ]] || compset -P "${(b)answer[2]}"
  case ${answer[1]} in
    (files) _files ;;
    (directories) _files -/ ;;
    (*)
      for line in "${(@)answer[3,-1]}"; do
        if [[ $line == *$'\t'* ]]; then
          line=${line//\\/\\\\}
          described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        else
          words_only+=("$line")
        fi
      done
      compadd -a words_only
      ((! $#described)) || _describe gatehouse described
      ;;
  esac
}

if [[ ${funcstack[1]} == _gatehouse ]]; then
  _gatehouse "$@"
elif (($+functions[compdef])); then
  compdef _gatehouse gatehouse
fi
