let rec deep depth = if depth = 0 then 0 else deep (depth - 1) + 1

let rec sum total =
  match Scanf.scanf " %d" (fun number -> number) with
  | number -> sum (total + number)
  | exception (End_of_file | Scanf.Scan_failure _ | Failure _) -> total

let () =
  match read_line () with
  | "sum" -> Printf.printf "%d\n" (sum 0)
  | "deep" -> Printf.printf "%d\n" (deep (int_of_string (read_line ())))
  | "threads" ->
      let sums = Array.make 4 0 in
      let work own = for i = 1 to 1000 do sums.(own) <- sums.(own) + i done in
      let threads = Array.init 4 (fun own -> Thread.create work own) in
      Array.iter Thread.join threads;
      Printf.printf "%d\n" (Array.fold_left ( + ) 0 sums)
  | "fail" -> failwith "as asked"
  | "memory" ->
      let all = ref [] in
      while true do
        all := Bytes.make (1 lsl 20) 'x' :: !all
      done
  | "loop" -> while true do () done
  | "network" -> (
      match Unix.socket Unix.PF_INET Unix.SOCK_STREAM 0 with
      | _ -> print_endline "open"
      | exception Unix.Unix_error _ -> print_endline "refused")
  | _ -> exit 2
