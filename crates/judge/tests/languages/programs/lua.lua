local function deep(depth)
    if depth == 0 then return 0 end
    return deep(depth - 1) + 1
end

local word = io.read("l")
if word == "sum" then
    local sum = 0
    for number in io.read("a"):gmatch("%S+") do sum = sum + math.tointeger(number) end
    print(sum)
elseif word == "deep" then
    print(deep(io.read("n")))
elseif word == "fail" then
    error("as asked")
elseif word == "memory" then
    local all = {}
    while true do all[#all + 1] = string.rep("x", 2 ^ 20) .. #all end
elseif word == "loop" then
    while true do end
elseif word == "network" then
    -- The standard library has no sockets; a file of the kernel that would list them stands for them.
    print(io.open("/proc/net/tcp") and "open" or "refused")
end
