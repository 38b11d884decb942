# Completion of gatehouse for fish, written by `gatehouse completion fish`.
# To use it in this shell: gatehouse completion fish | source

# Prints the candidates for the word before the cursor. It asks the program in PATH, and runs no
# part of the line.
function __gatehouse_complete
    set --local tokens (commandline --tokenize --cut-at-cursor --current-process)
    set --local word (commandline --current-token --cut-at-cursor)
    while string match --quiet --regex '^\w+=' -- "$tokens[1]"
        set --erase tokens[1]
    end
    # A quote may be open.
    set --local part (string unescape -- "$word" "$word'" "$word\"")
    set --local answer (command gatehouse completion line -- $tokens[2..] "$part[1]" 2>/dev/null </dev/null)
    set --local found
    switch "$answer[1]"
        case files
            set found (__fish_complete_path (string replace -- "$answer[2]" '' "$word"))
        case directories
            set found (__fish_complete_directories (string replace -- "$answer[2]" '' "$word"))
        case '*'
            set found $answer[3..]
    end
    set --query found[1]; and printf '%s\n' $answer[2]$found
end

complete --command gatehouse --no-files --keep-order --arguments '(__gatehouse_complete)'
