# Completion of gatehouse for fish, written by `gatehouse completion fish`.
# To use it in this shell: gatehouse completion fish | source

# Prints the commands that can follow the command $argv, with descriptions; fails for a command
# without subcommands.
function __gatehouse_commands
    switch "$argv"
        # COMMANDS
        case '*'
            return 1
    end
end

# Whether $argv is a group or a command.
function __gatehouse_is_known
    switch "$argv"
        # PATHS
        case '*'
            return 1
    end
end

# Prints the flags of the command $argv, with descriptions.
function __gatehouse_flags
    switch "$argv"
        # FLAGS
    end
end

# Prints the kind of the value of a flag or an argument, and the values of a fixed list; $argv is
# the command with the flag, or with the position. Fails for a flag without a value.
function __gatehouse_value
    switch "$argv"
        # VALUES
        case '*'
            return 1
    end
end

# Prints the position of the repeatable argument of the command $argv.
function __gatehouse_repeated
    switch "$argv"
        # REPEATS
    end
end

# Prints a flag that says where the names are, with its value $argv[2]; nothing for another flag.
function __gatehouse_passed
    switch "$argv[1]"
        case NAMES_FLAGS
            echo -- $argv[1]=(string replace --regex '^~/' "$HOME/" -- "$argv[2]")
    end
end

# Prints the candidates for the word before the cursor.
function __gatehouse_complete
    set --local tokens (commandline --tokenize --cut-at-cursor --current-process)
    set --local word (commandline --current-token --cut-at-cursor)
    while string match --quiet --regex '^\w+=' -- "$tokens[1]"
        set --erase tokens[1]
    end
    set --local path
    set --local place 1
    set --local flag
    set --local passed
    set --local ended no
    for item in $tokens[2..]
        if set --query flag[1]
            set --append passed (__gatehouse_passed $flag "$item")
            set --erase flag[1]
        else if test $ended = no; and string match --quiet --regex '^--$' -- "$item"
            set ended yes
        else if test $ended = no; and string match --quiet --regex '^--.*=' -- "$item"
            set --append passed (__gatehouse_passed (string split --max 1 = -- "$item"))
        else if test $ended = no; and string match --quiet --regex '^-.' -- "$item"
            __gatehouse_value $path $item >/dev/null; and set flag $item
        else if __gatehouse_is_known $path $item
            set --append path $item
        else if set --query path[1]; or test "$item" != help
            set place (math $place + 1)
        end
    end
    set --local begin ''
    set --local value
    if set --query flag[1]
        set value (__gatehouse_value $path $flag)
    else if test $ended = no; and string match --quiet --regex '^--.*=' -- "$word"
        set flag (string split --max 1 = -- "$word")
        set begin "$flag[1]="
        set word "$flag[2]"
        set value (__gatehouse_value $path $flag[1])
    else if test $ended = no; and string match --quiet --regex '^-' -- "$word"
        __gatehouse_flags $path
    else if __gatehouse_commands $path >/dev/null
        test $place = 1; and __gatehouse_commands $path
    else
        set --local last (__gatehouse_repeated $path)
        set --query last[1]; and test $place -gt $last; and set place $last
        set value (__gatehouse_value $path "#$place")
    end
    set --local found
    switch "$value[1]"
        case words
            set found $value[2..]
        case features environments
            # It runs the program in PATH, and no part of the line.
            set --local part (string unescape -- "$word")
            set found (command gatehouse completion names $value[1] $passed -- "$part" 2>/dev/null </dev/null)
        case files
            set found (__fish_complete_path "$word")
        case directories
            set found (__fish_complete_directories "$word")
    end
    set --query found[1]; and printf '%s\n' $begin$found
end

complete --command gatehouse --no-files --keep-order --arguments '(__gatehouse_complete)'
