require "socket"

def deep(depth) = depth.zero? ? 0 : deep(depth - 1) + 1

case gets.strip
when "sum" then puts $stdin.read.split.sum(&:to_i)
when "deep" then puts deep(gets.to_i)
when "threads" then puts 4.times.map { Thread.new { (1..1000).sum } }.sum(&:value)
when "fail" then raise "as asked"
when "memory"
  all = []
  loop { all << "x" * (1 << 20) }
when "loop" then loop {}
when "network"
  begin
    TCPServer.new("127.0.0.1", 0)
    puts "open"
  rescue SystemCallError, SocketError
    puts "refused"
  end
end
