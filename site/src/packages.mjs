// Puts the packages into the memory of Python. An archive is an index in JSON, a line, and then the
// contents of all files, compressed with zstd: reading a tar would take Python a second.
export const ENV = { PYTHONHASHSEED: "0" }; // attrs writes hashes of names into methods: the same as at the build

export function unpack(python, archive) {
  python.FS.writeFile("/archive", archive);
  python.runPython(`
from compression import zstd
from pathlib import Path
Path("/archive").write_bytes(zstd.decompress(Path("/archive").read_bytes()))
`);
  const bytes = python.FS.readFile("/archive");
  python.FS.unlink("/archive");
  const end = bytes.indexOf("\n".charCodeAt(0));
  const { folders, files } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  for (const folder of folders) python.FS.mkdir(`/packages${folder}`);
  let at = end + 1;
  for (const [name, size] of files) {
    python.FS.writeFile(`/packages${name}`, bytes.subarray(at, at + size));
    at += size;
  }
  python.runPython(`
import os, sys
os.environ["RULESLANG_CACHE"] = "/packages/cache"
sys.path.insert(0, "/packages")
sys.dont_write_bytecode = True
import compiled_methods
`);
}
