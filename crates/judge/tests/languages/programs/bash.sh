deep() { if (($1 == 0)); then count=0; else deep $(($1 - 1)); count=$((count + 1)); fi; }

read -r word
case $word in
sum)
    sum=0
    while read -r number; do sum=$((sum + number)); done
    echo "$sum"
    ;;
deep)
    read -r depth
    deep "$depth"
    echo "$count"
    ;;
threads)
    for _ in 1 2 3 4; do
        seq 1000 | awk '{ sum += $1 } END { print sum }' &
    done | awk '{ sum += $1 } END { print sum }'
    ;;
fail) exit 7 ;;
memory)
    while :; do printf -v "text$((count++))" '%*s' 16777216 ''; done
    ;;
loop) while :; do :; done ;;
network) if (: </dev/tcp/127.0.0.1/9) 2>/dev/null; then echo open; else echo refused; fi ;;
esac
