/** The picture of the samples: one grey pixel, with and without a comment. */
import { crc32 } from 'node:zlib';

function chunk(type: string, content: string): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(content, 'hex')]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER = chunk('IHDR', '00000001000000010800000000');
const PIXEL = [chunk('IDAT', '789c6368000000820081'), chunk('IEND', '')];
export const PICTURE = Buffer.concat([SIGNATURE, HEADER, ...PIXEL]);
export const DIRTY_PICTURE = Buffer.concat([SIGNATURE, HEADER, chunk('tEXt', '475053'), ...PIXEL]);
