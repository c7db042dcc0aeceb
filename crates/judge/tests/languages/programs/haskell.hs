import Control.Concurrent
import Control.Monad
import Data.Array.Unboxed
import Data.Bits (shiftL)
import System.Directory (doesFileExist)
import System.Exit

deep :: Int -> Int
deep 0 = 0
deep depth = 1 + deep (depth - 1)
{-# NOINLINE deep #-}

main :: IO ()
main = do
    word <- getLine
    case word of
        "sum" -> getContents >>= print . sum . map (read :: String -> Int) . words
        "deep" -> getLine >>= print . deep . read
        "threads" -> do
            boxes <- replicateM 4 newEmptyMVar
            forM_ boxes $ \box -> forkIO (putMVar box $! sum [1 .. 1000 :: Int])
            sums <- mapM takeMVar boxes
            print (sum sums)
        "fail" -> error "as asked"
        "memory" -> print (length (grow [] 0))
        "loop" -> spin 0
        -- The standard library has no sockets; a device that the sandbox does not show stands for them.
        "network" -> do
            there <- doesFileExist "/proc/net/tcp"
            putStrLn (if there then "open" else "refused")
        _ -> exitWith (ExitFailure 2)

grow :: [UArray Int Int] -> Int -> [UArray Int Int]
grow all key
    | key < 0 = all
    | otherwise = let piece = listArray (0, 1 `shiftL` 17) [key] in piece `seq` grow (piece : all) (key + 1)

spin :: Int -> IO ()
spin count = if count < 0 then print count else spin ((count + 1) `mod` 1000003)
