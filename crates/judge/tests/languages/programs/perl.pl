use strict;
use warnings;
no warnings 'recursion';
use Socket;

sub deep { my ($depth) = @_; return $depth == 0 ? 0 : deep($depth - 1) + 1 }

my $word = <STDIN>;
chomp $word;
if ($word eq 'sum') {
    my $sum = 0;
    while (<STDIN>) { $sum += $_ for split }
    print "$sum\n";
} elsif ($word eq 'deep') {
    print deep(scalar <STDIN>), "\n";
} elsif ($word eq 'fail') {
    die 'as asked';
} elsif ($word eq 'memory') {
    my @all;
    push @all, 'x' x (1 << 20) . @all while 1;
} elsif ($word eq 'loop') {
    1 while 1;
} elsif ($word eq 'network') {
    print socket(my $socket, PF_INET, SOCK_STREAM, 0) ? "open\n" : "refused\n";
}
