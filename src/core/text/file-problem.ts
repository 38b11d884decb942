/** Messages that people can act on, by the code of the operating system. */
const problems: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "this user has no permission",
  EPERM: "this user has no permission",
  EISDIR: "it is a directory",
  ENOTDIR: "its path holds a file",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota of this user is used up",
  EROFS: "the file system is read-only",
  EIO: "the disk reported an error",
  ELOOP: "its symbolic links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  EMFILE: "this process has too many open files",
  ENFILE: "the system has too many open files",
  ETXTBSY: "a running program uses it",
};

/** Why a file or a directory cannot be read or written, in words that follow its path. */
export function fileProblem(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = "code" in error ? String(error.code) : "";
  return problems[code] ?? (code === "" ? error.message : `the system reports ${code}`);
}
