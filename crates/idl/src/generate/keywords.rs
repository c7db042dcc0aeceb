//! Words that a target language keeps for itself.

/// C: its keywords, what headers make macros of, and functions of the C library that the compiler
/// knows by itself or that the headers of generated code declare.
pub(super) const C: &str = "auto break case char const continue default do double else enum extern \
    float for goto if inline int long register restrict return short signed sizeof static struct \
    switch typedef union unsigned void volatile while bool true false NULL EOF errno stdin stdout \
    stderr assert main asm typeof linux unix I complex imaginary noreturn alignas alignof \
    abort abs access acos alarm asin atan atexit atof atoi atol bsearch calloc ceil chdir \
    close cos creat div dup dup2 environ exec exit exp fabs fclose fdopen feof \
    ferror fflush fgetc fgets floor fmod fopen fork fprintf fputc fputs fread free frexp fscanf fseek \
    ftell fwrite getc getchar getenv getpid gets index isatty isalpha isdigit j0 j1 jn kill labs ldexp \
    link log longjmp lseek malloc memchr memcmp memcpy memmove memset modf nice open pause \
    perror pipe pow printf putc putchar putenv puts qsort raise rand random read realloc \
    remove rename rewind rindex round scanf setbuf setjmp signal sin sinh sleep \
    sprintf sqrt srand srandom sscanf strcat strchr strcmp strcpy strdup strlen \
    strncpy strstr strtok strtol swab sync system tan tanh tolower toupper truncate \
    uint ulong ungetc unlink ushort usleep vfork write y0 y1 yn";

/// C++: its keywords and macros. Functions of the C library are overloaded and not replaced.
pub(super) const CPP: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch \
    char char8_t char16_t char32_t class compl concept const consteval constexpr constinit const_cast \
    continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum \
    explicit export extern false float for friend goto if inline int long mutable namespace new \
    noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast \
    requires return short signed sizeof static static_assert static_cast struct switch template this \
    thread_local throw true try typedef typeid typename union unsigned using virtual void volatile \
    wchar_t while xor xor_eq NULL EOF errno stdin stdout stderr assert main linux unix std \
    abort abs exit free malloc read write close open uint ulong ushort";

/// Python: its keywords and the built-in names that generated code uses.
pub(super) const PYTHON: &str = "False None True and as assert async await break class continue def \
    del elif else except finally for from global if import in is lambda nonlocal not or pass raise \
    return try while with yield match case type int float bool str list bytes bytearray tuple object \
    len range isinstance print open exec eval super property staticmethod ord chr self dataclass";

/// JavaScript: its keywords in strict mode and the names that generated code uses.
pub(super) const JAVASCRIPT: &str = "arguments await break case catch class const continue debugger \
    default delete do else enum eval export extends false finally for function if implements import in \
    instanceof interface let new null package private protected public return static super switch \
    this throw true try typeof undefined var void while with yield require module exports Number \
    Buffer process Array String Infinity NaN";

/// Java: its keywords and the classes that generated code uses.
pub(super) const JAVA: &str = "abstract assert boolean break byte case catch char class const continue \
    default do double else enum extends false final finally float for goto if implements import \
    instanceof int interface long native new null package private protected public return short \
    static strictfp super switch synchronized this throw throws transient true try void volatile while \
    var record yield sealed permits Constants String Object System Integer Long Math Runtime Thread \
    Override Double main getClass hashCode equals toString notify notifyAll wait clone finalize";

/// Go: its keywords and the predeclared names that generated code uses.
pub(super) const GO: &str = "break case chan const continue default defer else fallthrough for func go \
    goto if import interface map package range return select struct switch type var main init fmt \
    append bool byte copy error false float32 float64 int int16 int32 int64 len make nil string true \
    uint uint16 uint32 uint64 uint8 _";

/// Rust: words that cannot be written as raw identifiers, what every program has without asking for
/// it, and primitive types.
pub(super) const RUST: &str = "crate self super Self _ main drop Some None Ok Err Option Result Vec \
    String Box Copy Send Sized Sync Unpin Drop Fn FnMut FnOnce AsRef AsMut Into From Default Iterator \
    Extend IntoIterator DoubleEndedIterator ExactSizeIterator Clone Eq Ord PartialEq PartialOrd \
    ToOwned ToString TryFrom TryInto FromIterator Debug Hash bool char str i8 i16 i32 i64 i128 isize u8 \
    u16 u32 u64 u128 usize f16 f32 f64 f128";

/// Rust: the keywords of all editions that `r#` makes names of.
pub(super) const RUST_RAW: &str = "abstract as async await become box break const continue do dyn \
    else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv \
    pub ref return static struct trait true try type typeof unsafe unsized use virtual where while \
    yield";

/// C#: what generated code uses without a path, and the members of every object.
pub(super) const CSHARP: &str = "System Constants Program Equals Finalize GetHashCode GetType \
    MemberwiseClone ReferenceEquals ToString _";

/// C#: the keywords that `@` makes names of, and words that are keywords in some places.
pub(super) const CSHARP_RAW: &str = "abstract as base bool break byte case catch char checked class \
    const continue decimal default delegate do double else enum event explicit extern false finally \
    fixed float for foreach goto if implicit in int interface internal is lock long namespace new null \
    object operator out override params private protected public readonly ref return sbyte sealed short \
    sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe \
    ushort using virtual void volatile while async await dynamic field file global nameof notnull \
    partial record required scoped unmanaged value var when where with yield";

/// Pascal: what generated code uses of the unit System, and what functions have without asking for it.
pub(super) const PASCAL: &str = "System Main Run Result Self Boolean AnsiChar Byte SmallInt Word LongInt \
    LongWord Int64 QWord Single Double AnsiString SizeInt True False SetLength Default Ord _ \
    TBooleanArray TAnsiCharArray TByteArray TSmallIntArray TWordArray TLongIntArray TLongWordArray \
    TInt64Array TQWordArray TSingleArray TDoubleArray TAnsiStringArray TBooleanMatrix TAnsiCharMatrix \
    TByteMatrix TSmallIntMatrix TWordMatrix TLongIntMatrix TLongWordMatrix TInt64Matrix TQWordMatrix \
    TSingleMatrix TDoubleMatrix TAnsiStringMatrix";

/// Pascal: the keywords that `&` makes names of.
pub(super) const PASCAL_RAW: &str = "and array as asm begin case class const constructor destructor \
    dispinterface div do downto else end except exports file finalization finally for function goto if \
    implementation in inherited initialization inline interface is label library mod nil not object of \
    on operator or out packed procedure program property raise record reintroduce repeat resourcestring \
    set shl shr string then threadvar to try type unit until uses var while with xor";
