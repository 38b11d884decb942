# Completion of gatehouse for bash 3.2 and newer, written by `gatehouse completion bash`.
# To use it in this shell: source <(gatehouse completion bash)
# shellcheck shell=bash disable=SC2034

# Splits the line $1 as bash does, without expansion. `words` gets the complete words, `word` the
# unfinished word at the end, and `quote` an open quote. `before` is the part of the last word that
# readline does not replace, because it starts a new word at characters such as a colon.
_gatehouse_read() {
  local line=$1 index char started=''
  words=() word='' before='' quote='' redirected=''
  for ((index = 0; index < ${#line}; index++)); do
    char=${line:index:1}
    if [[ -n $quote ]]; then
      if [[ $char == "$quote" ]]; then
        quote='' before=$word
      elif [[ $quote == '"' && $char == "\\" && ${line:index+1:1} == [\$\`\"\\] ]]; then
        index=$((index + 1))
        word+=${line:index:1}
      else
        word+=$char
      fi
      continue
    fi
    case $char in
      [\'\"]) quote=$char started=1 before=$word ;;
      "\\")
        index=$((index + 1)) started=1
        word+=${line:index:1}
        ;;
      ' ' | $'\t' | $'\n')
        [[ -z $started ]] || _gatehouse_add
        started=''
        ;;
      '<' | '>')
        # The number of a stream, as in `2>`, is not a word.
        [[ -z $started || $word == [0-9\&] ]] || _gatehouse_add
        word='' before='' started='' redirected=1
        ;;
      *)
        word+=$char started=1
        [[ ${COMP_WORDBREAKS-} != *"$char"* ]] || before=$word
        ;;
    esac
  done
}

# Adds a complete word, unless it is the file of a redirection.
_gatehouse_add() {
  [[ -n $redirected ]] || words+=("$word")
  word='' before='' redirected=''
}

# Adds the text $1 to the reply, quoted so that bash reads it unchanged.
_gatehouse_offer() {
  local text=$1 sign escaped
  local -a signs=("\\" '"' '$' '`')
  if [[ $quote == "'" ]]; then
    signs=("'")
  elif [[ -z $quote ]]; then
    signs+=(' ' "'" '!' '#' '&' '(' ')' '*' ',' ';' '<' '>' '?' '[' ']' '^' '{' '|' '}' '~')
  fi
  for sign in "${signs[@]}"; do
    escaped="\\$sign"
    [[ $quote != "'" ]] || escaped="'\\''"
    text=${text//"$sign"/"$escaped"}
  done
  COMPREPLY+=("$text")
}

# Asks the program in PATH, and runs no part of the line.
_gatehouse() {
  local kind begin word before quote redirected value
  local -a words
  COMPREPLY=()
  ((${#COMP_LINE} <= 4096)) || return 0
  _gatehouse_read "${COMP_LINE:0:COMP_POINT}"
  if [[ -n $redirected ]]; then
    compopt -o default 2>/dev/null
    return 0
  fi
  {
    IFS= read -r kind
    IFS= read -r begin
    while IFS= read -r value; do
      value=$begin${value%%$'\t'*}
      if [[ $value == "$word"* ]]; then
        _gatehouse_offer "${value#"$before"}"
      fi
    done
  } < <(command gatehouse completion line -- "${words[@]:1}" "$word" 2>/dev/null </dev/null)
  case $kind in
    files) compopt -o default 2>/dev/null ;;
    directories) compopt -o dirnames 2>/dev/null ;;
  esac
}

complete -F _gatehouse gatehouse
