    /// <summary>Of the C library: Mono knows no handles but those that it has opened.</summary>
    private static class Library
    {
        private const int Interrupted = 4;

        [DllImport("libc", SetLastError = true)]
        private static extern int open(string path, int flags);

        [DllImport("libc", SetLastError = true)]
        private static extern IntPtr read(int file, byte[] into, IntPtr count);

        [DllImport("libc", SetLastError = true)]
        private static extern IntPtr write(int file, byte[] bytes, IntPtr count);

        [DllImport("libc", SetLastError = true)]
        private static extern long lseek(int file, long offset, int whence);

        [DllImport("libc", SetLastError = true)]
        private static extern IntPtr mmap(IntPtr place, IntPtr length, int protection, int flags, int file, long offset);

        [DllImport("libc")]
        private static extern int close(int file);

        private static IOException Failed(string what)
        {
            return new IOException(what + ": error " + Marshal.GetLastWin32Error());
        }

        internal static int OpenFile(string path, bool toWrite)
        {
            int file = open(path, toWrite ? 1 : 0);
            if (file < 0)
            {
                throw Failed(path);
            }
            return file;
        }

        /// <summary>Maps what the driver has made; it has sealed the size, so nobody can make it shorter.</summary>
        internal static IntPtr Map(int file, long bytes)
        {
            const int atEnd = 2, readAndWrite = 3, shared = 1;
            if (lseek(file, 0, atEnd) < bytes)
            {
                throw new IOException("the memory is too short");
            }
            IntPtr region = mmap(IntPtr.Zero, (IntPtr)bytes, readAndWrite, shared, file, 0);
            if (region == (IntPtr)(-1))
            {
                throw Failed("the memory");
            }
            close(file);
            return region;
        }

        /// <summary>Reads what there is; 0 where the other side closed.</summary>
        internal static int Read(int file, byte[] into)
        {
            for (;;)
            {
                int got = (int)read(file, into, (IntPtr)into.Length);
                if (got >= 0 || Marshal.GetLastWin32Error() != Interrupted)
                {
                    return Math.Max(0, got);
                }
            }
        }

        /// <summary>Writes all, as long as somebody reads, and nobody would have to wait.</summary>
        internal static void Write(int file, byte[] bytes, int length)
        {
            while (length > 0)
            {
                int done = (int)write(file, bytes, (IntPtr)length);
                if (done < 0)
                {
                    if (Marshal.GetLastWin32Error() == Interrupted)
                    {
                        continue;
                    }
                    return;
                }
                length -= done;
                if (length > 0)
                {
                    byte[] rest = new byte[length];
                    Buffer.BlockCopy(bytes, done, rest, 0, length);
                    bytes = rest;
                }
            }
        }
    }

