# Completion of gatehouse for bash 3.2 and newer, written by `gatehouse completion bash`.
# To use it in this shell: source <(gatehouse completion bash)
# shellcheck shell=bash disable=SC2034

# Sets the commands and the flags that can follow the command $1.
_gatehouse_words() {
  commands=() flags=()
  case $1 in
    # WORDS
    *) return 1 ;;
  esac
}

# Sets the values of a flag or an argument; $1 is the command with the flag, or with the position.
_gatehouse_value() {
  kind='' values=()
  case $1 in
    # VALUES
    *) return 1 ;;
  esac
}

# Sets the position of the repeatable argument of the command $1.
_gatehouse_repeated() {
  last=0
  case $1 in
    # REPEATS
    *) return 1 ;;
  esac
}

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

# Finds the command and the last word: a value of `kind`, or one of `values`.
_gatehouse_find() {
  local item flag='' ended='' isFirst=1
  path='' place=1 passed=() begin=''
  for item in "${words[@]}"; do
    if [[ -n $isFirst ]]; then
      isFirst=''
    elif [[ -n $flag ]]; then
      _gatehouse_pass "$flag" "$item"
      flag=''
    elif [[ -z $ended && $item == -- ]]; then
      ended=1
    elif [[ -z $ended && $item == --*=* ]]; then
      _gatehouse_pass "${item%%=*}" "${item#*=}"
    elif [[ -z $ended && $item == -?* ]]; then
      if _gatehouse_value "$path $item"; then
        flag=$item
      fi
    elif _gatehouse_words "${path:+$path }$item"; then
      path="${path:+$path }$item"
    elif [[ -n $path || $item != help ]]; then
      place=$((place + 1))
    fi
  done
  kind='' values=()
  if [[ -n $redirected ]]; then
    kind=files
  elif [[ -n $flag ]]; then
    _gatehouse_value "$path $flag"
  elif [[ -z $ended && $word == --*=* ]]; then
    begin=${word%%=*}=
    _gatehouse_value "$path ${word%%=*}"
  elif [[ -z $ended && $word == -* ]]; then
    _gatehouse_words "$path" && values=("${flags[@]}")
  elif _gatehouse_words "$path" && ((${#commands[@]} > 0)); then
    ((place > 1)) || values=("${commands[@]}")
  else
    _gatehouse_repeated "$path"
    ((last == 0 || place < last)) || place=$last
    _gatehouse_value "$path #$place"
  fi
}

# Stores a flag that says where the names are.
_gatehouse_pass() {
  local value=$2
  # shellcheck disable=SC2088
  [[ $value != '~/'* ]] || value=$HOME/${value#??}
  case $1 in
    NAMES_FLAGS) passed+=("$1=$value") ;;
  esac
}

# Looks up names of the kind $1 with the text $2. It runs the program in PATH, and no part of the
# line.
_gatehouse_names() {
  local name
  while IFS= read -r name; do
    values+=("$name")
  done < <(command gatehouse completion names "$1" ${passed[@]+"${passed[@]}"} -- "$2" 2>/dev/null </dev/null)
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

_gatehouse() {
  local path place last kind begin word before quote redirected value
  local -a words passed values commands flags
  COMPREPLY=()
  ((${#COMP_LINE} <= 4096)) || return 0
  _gatehouse_read "${COMP_LINE:0:COMP_POINT}"
  _gatehouse_find
  case $kind in
    features | environments) _gatehouse_names "$kind" "${word#"$begin"}" ;;
    files) compopt -o default 2>/dev/null ;;
    directories) compopt -o dirnames 2>/dev/null ;;
  esac
  for value in ${values[@]+"${values[@]}"}; do
    value=$begin$value
    if [[ $value == "$word"* ]]; then
      _gatehouse_offer "${value#"$before"}"
    fi
  done
}

complete -F _gatehouse gatehouse
