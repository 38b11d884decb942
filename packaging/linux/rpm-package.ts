import type { ReleasedFile } from "../release-archive.ts";
import { packageVersion } from "./package-version.ts";
import { executablePath, settingsPath } from "./packaged-files.ts";
import { descriptionLines, summary } from "./summary.ts";

export interface RpmPackage {
  readonly version: string;
  readonly homepage: string;
  readonly files: readonly ReleasedFile[];
  /** The directory with the files. */
  readonly content: string;
}

/** Fedora has its own directory for zsh; the rest of the layout is the same. */
export function rpmPath(path: string): string {
  return path.replace("usr/share/zsh/vendor-completions/", "usr/share/zsh/site-functions/");
}

/** The arguments of the scripts count the versions of the package that remain: 0, 1 or 2. */
const scripts = `%pre
getent group gatehouse >/dev/null || groupadd --system gatehouse
getent passwd gatehouse >/dev/null || useradd --system --gid gatehouse \\
    --home-dir /var/lib/gatehouse --no-create-home --shell /sbin/nologin gatehouse

%post
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || :
fi
if [ "$1" -eq 1 ] && [ -x /usr/bin/systemctl ]; then
    systemctl --no-reload preset gatehouse.service || :
fi

%preun
if [ "$1" -eq 0 ] && [ -x /usr/bin/systemctl ]; then
    systemctl --no-reload disable --now gatehouse.service || :
fi

%postun
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || :
    if [ "$1" -ge 1 ]; then
        systemctl try-restart gatehouse.service || :
    fi
fi
`;

function fileLine({ path }: ReleasedFile): string {
  const attributes =
    path === settingsPath
      ? "%config(noreplace) %attr(0640,root,gatehouse) "
      : `%attr(${path === executablePath ? "0755" : "0644"},root,root) `;
  return `${attributes}/${rpmPath(path)}`;
}

/** The folders that only this package has, so that rpm deletes them with it. */
function documentFolders(files: readonly ReleasedFile[]): readonly string[] {
  const folders = files
    .filter(({ path }) => path.startsWith("usr/share/doc/"))
    .flatMap(({ path }) => {
      const parts = path.split("/");
      return parts.slice(4).map((_, index) => parts.slice(0, index + 4).join("/"));
    });
  return [...new Set(folders)].toSorted();
}

/**
 * The spec file. Nothing strips the executable: without the program at its end it is only Bun.
 * The dependencies are names of files and symbols that all distributions with rpm provide.
 */
export function specFile({ version, homepage, files, content }: RpmPackage): string {
  return `%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global _binary_payload w3.zstdio
Name: gatehouse
Version: ${packageVersion(version)}
Release: 1
Summary: A ${summary}
License: MIT
URL: ${homepage}
AutoReqProv: no
Requires: libc.so.6(GLIBC_2.17)(64bit)
Requires: libgcc_s.so.1()(64bit)
Requires: systemd
Requires(pre): /usr/sbin/groupadd
Requires(pre): /usr/sbin/useradd
Provides: user(gatehouse)
Provides: group(gatehouse)

%description
${descriptionLines.join("\n")}

%install
mkdir -p %{buildroot}
cp -a "${content}/." %{buildroot}/

${scripts}
%files
%dir /etc/gatehouse
${documentFolders(files)
  .map((path) => `%dir /${path}`)
  .join("\n")}
%dir %attr(0700,gatehouse,gatehouse) /var/lib/gatehouse
${files.map(fileLine).join("\n")}
`;
}

/** The words that write the package into a directory, with the same bytes each time. */
export function rpmCommand(work: string, target: string): readonly string[] {
  const defined = {
    _topdir: `${work}/rpmbuild`,
    _rpmdir: `${work}/rpms`,
    _buildhost: "gatehouse",
    use_source_date_epoch_as_buildtime: "1",
    clamp_mtime_to_source_date_epoch: "1",
  };
  const definitions = Object.entries(defined).flatMap(([name, value]) => [
    "--define",
    `${name} ${value}`,
  ]);
  return [
    "rpmbuild",
    "-bb",
    "--quiet",
    "--target",
    target,
    ...definitions,
    `${work}/gatehouse.spec`,
  ];
}
