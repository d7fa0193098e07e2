/** Packs and unpacks files on the device. */

/** Rejects a file that unpacks to more than `maxBytes`. */
export async function unpack(file: Blob, format: CompressionFormat, maxBytes: number): Promise<Blob> {
  const pieces: BlobPart[] = [];
  let bytes = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream(format)).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    bytes += value.length;
    if (bytes > maxBytes) throw new Error('The file unpacks to more than it may.');
    pieces.push(value);
  }
}

export function gzip(file: Blob): Promise<Blob> {
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
