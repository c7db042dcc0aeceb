import java.io.IOException
import java.net.ServerSocket
import kotlin.concurrent.thread

fun deep(depth: Long): Long = if (depth == 0L) 0L else deep(depth - 1) + 1

fun main() {
    when (readLine()) {
        "sum" -> {
            var sum = 0L
            while (true) sum += (readLine() ?: break).trim().split(" ").map { it.toLong() }.sum()
            println(sum)
        }
        "deep" -> println(deep(readLine()!!.toLong()))
        "threads" -> {
            val sums = LongArray(4)
            val threads = (0..3).map { own -> thread { sums[own] = (1L..1000L).sum() } }
            threads.forEach { it.join() }
            println(sums.sum())
        }
        "fail" -> throw IllegalStateException("as asked")
        "memory" -> {
            val all = ArrayList<ByteArray>()
            while (true) all.add(ByteArray(1 shl 20))
        }
        "loop" -> {
            var count = 0L
            while (true) count++
        }
        "network" -> try {
            ServerSocket(0)
            println("open")
        } catch (refused: IOException) {
            println("refused")
        }
    }
}
