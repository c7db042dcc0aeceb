namespace sandglass_runtime {

namespace {

constexpr int peers = {{ peers|length }};
const char *const peer_names[peers] = { {%- for peer in peers %}"{{ peer.written }}"{{ ", " if not loop.last }}{% endfor -%} };
bool ending = false;

// The value of a key in the environment's SANDGLASS_TASK, "key=value;key=value".
std::string setting(const std::string &key) {
    const char *all = std::getenv("SANDGLASS_TASK");
    std::string rest = all ? all : "";
    while (!rest.empty()) {
        std::size_t stop = rest.find(';');
        std::string one = rest.substr(0, stop);
        if (one.compare(0, key.size() + 1, key + "=") == 0) return one.substr(key.size() + 1);
        rest = stop == std::string::npos ? "" : rest.substr(stop + 1);
    }
    return "";
}

Link *links() {
    static Link all[peers];
    return all;
}

// A line for whoever started us; only Main is believed, so only Main has such a file.
void report(const std::string &line) {
    std::string path = setting("report");
    if (path.empty()) return;
    int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) return;
    std::string text = line + "\n";
    if (::write(file, text.data(), text.size()) < 0) std::perror("sandglass: report");
    ::close(file);
}

void fill_header(Link &link, Kind kind, std::uint16_t function, unsigned char *bytes, std::size_t frame) {
    std::uint32_t length = static_cast<std::uint32_t>(frame - header_bytes);
    std::memcpy(bytes, &length, 4);
    std::memcpy(bytes + 4, &link.sequence, 4);
    bytes[8] = kind;
    bytes[9] = own_direction;
    std::memcpy(bytes + 10, &function, 2);
    std::memcpy(bytes + 12, &link.key, 4);
    link.sequence++;
}

// Says why the session ends; nobody is left to hear whether it worked.
void say_bye(Link &link, unsigned char reason, const std::string &text) {
    if (!link.open || !link.own_turn || (is_main && !link.greeted)) return;
    Writer frame(&link);
    frame.put<unsigned char>(reason);
    frame.raw(text.data(), text.size() < 1000 ? text.size() : 1000);
    fill_header(link, bye, 0, frame.bytes, frame.length);
    if (sandglass_transport_write(&link.transport, frame.bytes, frame.length)) sandglass_transport_pass(&link.transport);
}

void leave() {
    if (ending) return;
    ending = true;
    for (int i = 0; i < peers && is_main; i++) {
        Link &link = links()[i];
        say_bye(link, 0, "");
        report("stats\t" + std::string(peer_names[i]) + "\t" + std::to_string(link.calls) + "\t" + std::to_string(link.bytes));
        const sandglass_transport &t = link.transport;
        std::string turns = std::string("turns\t") + peer_names[i];
        for (std::uint64_t ns : {sandglass_nanoseconds(&t, t.own_time), sandglass_nanoseconds(&t, t.other_time), sandglass_transport_said(&t), t.own_spin_ns, t.other_spin_ns}) turns += "\t" + std::to_string(ns);
        if (link.open) report(turns);
    }
}

struct AtEnd {
    AtEnd() {
        // A peer that is gone is found by the read that follows a write.
        std::signal(SIGPIPE, SIG_IGN);
        std::atexit(leave);
    }
} at_end;

void open_link(Link &link, int place) {
    link.peer = peer_names[place];
    std::string how = setting(link.peer);
    if (how.empty()) fail(nullptr, unopened, {link.peer, ""}, "SANDGLASS_TASK does not name it", "");
    if (!sandglass_transport_open(&link.transport, &how[0])) fail(nullptr, unopened, {link.peer, ""}, std::strerror(errno), "");
    link.key = static_cast<std::uint32_t>(std::strtoul(setting("key").c_str(), nullptr, 16));
    link.open = true;
}

// How long the payload of a call may be; -1 where there is no such function.
long long max_call(std::uint16_t function) {
    static const long long most[] = { {%- for f in own.functions %}{{ f.max_call }}, {% endfor %}-1};
    return function < sizeof most / sizeof *most ? most[function] : -1;
}

// The payload of a frame. Main's is a copy, since what the other side shares may change at any moment.
Bytes payload_of(Link &link, std::size_t length, Where where) {
    const unsigned char *there = sandglass_transport_shares(&link.transport) ? nullptr : sandglass_transport_look(&link.transport, length);
    if (there) return {there, length};
    if (link.payload.size() < length || link.payload.size() > 1 << 20) link.payload = std::vector<unsigned char>(length);
    if (!sandglass_transport_read(&link.transport, link.payload.data(), length)) {
        if (link.transport.broken) fail(&link, protocol, where, "a part out of order", "");
        fail(&link, incomplete, where, "", "");
    }
    return {link.payload.data(), length};
}

// The peer says what is wrong: function, parameter, value and bound, with tabs between, if it is honest.
[[noreturn]] void heard_bye(Link &link, Where where, const std::string &text) {
    std::vector<std::string> fields(1);
    for (char c : text) {
        if (c == '\t') fields.emplace_back();
        else fields.back() += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
    if (fields.size() == 4) {
        if (!fields[0].empty()) where.function = fields[0].c_str();
        where.parameter = fields[1].c_str();
        fail(&link, violation, where, fields[2], fields[3]);
    }
    std::string line;
    for (const std::string &field : fields) line += (line.empty() ? "" : " ") + field;
    fail(&link, violation, where, line, "");
}

// The next frame. `awaited` is what an answer is awaited to, if any.
Frame receive(Link &link, const Awaited *awaited) {
    Where where = {awaited ? awaited->function : "the session", ""};
    for (;;) {
        unsigned char header[header_bytes];
        std::uint64_t old = link.transport.taken;
        sandglass_transport_wait(&link.transport);
        if (!sandglass_transport_header(&link.transport, header)) {
            if (link.transport.broken) fail(&link, protocol, where, "a part out of order", "");
            bool partly = link.transport.taken != old;
            if (!partly && (!awaited || awaited->no_return)) {
                if (is_main) report(std::string("left\t") + link.peer + "\t" + where.function);
                std::exit(0);
            }
            fail(&link, partly ? incomplete : gone, where, "", "");
        }
        std::uint32_t length, sequence, key;
        std::uint16_t function;
        std::memcpy(&length, header, 4);
        std::memcpy(&sequence, header + 4, 4);
        std::memcpy(&function, header + 10, 2);
        std::memcpy(&key, header + 12, 4);
        if (!is_main && !link.greeted) link.key = key;
        if (header[9] == own_direction || sequence != link.sequence || key != link.key) fail(&link, protocol, where, "a frame out of order", "");
        link.sequence++;
        long long most = -1;
        switch (header[8]) {
        case hello: most = !is_main && !link.greeted ? 24 : -1; break;
        case call: most = max_call(function); break;
        case reply: most = awaited && awaited->id == function ? static_cast<long long>(awaited->max_return) : -1; break;
        case bye: most = 1024; break;
        default: break;
        }
        if (header[8] == call && most < 0) fail(&link, refused, {"", ""}, "function number " + std::to_string(function), "");
        if (most < 0 || length > most) fail(&link, protocol, where, "a frame of kind " + std::to_string(header[8]) + " and " + std::to_string(length) + " bytes", "");
        Frame frame{static_cast<Kind>(header[8]), function, payload_of(link, length, where)};
        link.bytes += header_bytes + length;
        if (frame.kind == hello) {
            if (length != 24 || std::memcmp(frame.payload.data, opening, 24) != 0) {
                link.own_turn = true;
                fail(&link, mismatch, where, "another version of the interface", "");
            }
            link.greeted = true;
            continue;
        }
        if (sandglass_transport_has_rest(&link.transport)) fail(&link, protocol, where, "more than a frame", "");
        link.own_turn = true;
        if (frame.kind == bye) {
            if (!is_main) std::exit(0);
            heard_bye(link, where, std::string(frame.payload.data + (length > 0), frame.payload.data + length));
        }
        return frame;
    }
}

}

void fail(Link *link, Status status, Where where, const std::string &value, const std::string &bound) {
    static const char *const words[] = {"incomplete", "protocol", "refused", "gone", "unopened", "violation", "own_fault", "mismatch"};
    const char *word = words[status - incomplete], *peer = link ? link->peer : "";
    std::string text = std::string("sandglass: ") + word + ": " + where.function;
    if (*where.parameter) text += std::string(", ") + where.parameter;
    if (!value.empty()) text += " is " + value;
    if (!bound.empty()) text += ", and must be " + bound;
    if (*peer) text += std::string(" (with ") + peer + ")";
    std::fflush(nullptr);
    std::fprintf(stderr, "%s\n", text.c_str());
    const std::string fields = std::string(where.function) + "\t" + where.parameter + "\t" + value + "\t" + bound;
    report(std::string("fault\t") + word + "\t" + peer + "\t" + fields);
    if (!ending) {
        ending = true;
        for (int i = 0; i < peers; i++) say_bye(links()[i], 1, fields);
    }
    std::_Exit(status);
}

Link &link_to(int place) {
    Link &link = links()[place];
    if (!link.open) open_link(link, place);
    return link;
}

void send(Link &link, Kind kind, std::uint16_t function, Writer &frame) {
    // A peer that is gone, or does not read, is found by the read that follows.
    auto write = [&link](const unsigned char *p, std::size_t n) {
        link.bytes += n;
        if (sandglass_transport_write(&link.transport, p, n)) return;
        if (link.transport.broken) fail(&link, protocol, {"the session", ""}, "a part out of order", "");
        if (!link.transport.own && errno != EPIPE) fail(&link, gone, {"the session", ""}, std::strerror(errno), "");
    };
    if (is_main && !link.greeted) {
        unsigned char first[header_bytes + sizeof opening];
        std::memcpy(first + header_bytes, opening, sizeof opening);
        fill_header(link, hello, 0, first, sizeof first);
        link.greeted = true;
        write(first, sizeof first);
    }
    fill_header(link, kind, function, frame.bytes, frame.length);
    link.own_turn = false;
    write(frame.bytes, frame.length);
    sandglass_transport_pass(&link.transport);
}

Bytes exchange(Link &link, Writer &frame, const Awaited &awaited) {
    if (ending) std::_Exit(0);
    if (!link.own_turn) {
        // Nobody asked yet: the first call is kept until this one is done.
        Frame first = receive(link, nullptr);
        link.parked = true;
        link.parked_function = first.function;
        link.parked_payload.assign(first.payload.data, first.payload.data + first.payload.size);
    }
    link.calls++;
    send(link, call, awaited.id, frame);
    for (;;) {
        Frame next = receive(link, &awaited);
        if (next.kind == reply) return next.payload;
        sandglass_dispatch(link, next.function, next.payload);
    }
}

}

