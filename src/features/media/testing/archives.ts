import { crc32 } from 'node:zlib';

/** Archives written by hand, so that a test can write what no tool would write. */
export type PlainEntry = {
  name: string;
  data: Buffer | string;
  /** False and odd values, for hostile archives. */
  declaredSize?: number;
  declaredCrc?: number;
  isEncrypted?: true;
  /** TAR: the letter of its type; '2' is a link. */
  type?: string;
};

/** A TAR as ustar writes it; a name that is too long gets a pax header. */
export function makeTar(entries: readonly PlainEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const data = Buffer.from(entry.data);
    const name = Buffer.from(entry.name);
    const record = `path=${entry.name}\n`;
    const length = Buffer.byteLength(record) + 1;
    const pax = `${length + String(length + 3).length} ${record}`;
    const longer = name.length > 100 ? tarEntry({ name: Buffer.from('pax'), data: Buffer.from(pax), type: 'x' }) : [];
    const { declaredSize: size } = entry;
    return [
      ...longer,
      ...tarEntry({
        name: name.subarray(0, 100),
        data,
        type: entry.type ?? '0',
        ...(size === undefined ? {} : { size }),
      }),
    ];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function tarEntry(entry: { name: Buffer; data: Buffer; type: string; size?: number }): Buffer[] {
  const header = Buffer.alloc(512);
  entry.name.copy(header, 0);
  header.write('0000644\0', 100);
  header.write(`${(entry.size ?? entry.data.length).toString(8).padStart(11, '0')}\0`, 124);
  header.write(' '.repeat(8), 148);
  header.write(entry.type, 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, entry.data, Buffer.alloc((512 - (entry.data.length % 512)) % 512)];
}

/** A RAR 5 whose entries are uncompressed. */
export function makeRar(entries: readonly PlainEntry[]): Buffer {
  const files = entries.flatMap((entry) => {
    const data = Buffer.from(entry.data);
    const name = Buffer.from(entry.name);
    // The encryption record: AES-256, no check of the password, key derivation of 2^15 rounds.
    const record = entry.isEncrypted ? Buffer.concat([Buffer.from([1, 0, 0, 15]), Buffer.alloc(32)]) : Buffer.alloc(0);
    const extra = entry.isEncrypted ? Buffer.concat([vint(record.length), record]) : Buffer.alloc(0);
    const crc = Buffer.alloc(4);
    crc.writeUInt32LE(entry.declaredCrc ?? crc32(data));
    const size = entry.declaredSize ?? data.length;
    const body = [vint(4), vint(size), vint(0o100644), crc, vint(0), vint(1), vint(name.length), name];
    const flags = 2 | (extra.length > 0 ? 1 : 0);
    const sizes = [...(extra.length > 0 ? [vint(extra.length)] : []), vint(data.length)];
    return [rarHeader([vint(2), vint(flags), ...sizes, ...body, extra]), data];
  });
  const start = Buffer.from('Rar!\u001a\u0007\u0001\u0000', 'latin1');
  return Buffer.concat([
    start,
    rarHeader([vint(1), vint(0), vint(0)]),
    ...files,
    rarHeader([vint(5), vint(0), vint(0)]),
  ]);
}

function rarHeader(fields: readonly Buffer[]): Buffer {
  const content = Buffer.concat(fields);
  const sized = Buffer.concat([vint(content.length), content]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(sized));
  return Buffer.concat([crc, sized]);
}

function vint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

/** A RAR 4 whose entries are uncompressed, as in older comic archives. */
export function makeRar4(entries: readonly PlainEntry[]): Buffer {
  const files = entries.flatMap((entry) => {
    const data = Buffer.from(entry.data);
    const name = Buffer.from(entry.name);
    const fields = Buffer.alloc(25);
    fields.writeUInt32LE(data.length, 0);
    fields.writeUInt32LE(entry.declaredSize ?? data.length, 4);
    fields.writeUInt8(3, 8);
    fields.writeUInt32LE(entry.declaredCrc ?? crc32(data), 9);
    fields.writeUInt8(20, 17);
    fields.writeUInt8(0x30, 18);
    fields.writeUInt16LE(name.length, 19);
    fields.writeUInt32LE(0o100644, 21);
    return [rar4Header(0x74, 0x8000, Buffer.concat([fields, name])), data];
  });
  const start = Buffer.from('Rar!\u001a\u0007\u0000', 'latin1');
  return Buffer.concat([
    start,
    rar4Header(0x73, 0, Buffer.alloc(6)),
    ...files,
    rar4Header(0x7b, 0x4000, Buffer.alloc(0)),
  ]);
}

function rar4Header(type: number, flags: number, fields: Buffer): Buffer {
  const header = Buffer.alloc(7);
  header.writeUInt8(type, 2);
  header.writeUInt16LE(flags, 3);
  header.writeUInt16LE(7 + fields.length, 5);
  const whole = Buffer.concat([header, fields]);
  whole.writeUInt16LE(crc32(whole.subarray(2)) & 0xffff, 0);
  return whole;
}

/** Made by 7-Zip: '001.jpg' ('a page'), 'Sub/页 2.jpg' ('two') and 'Sub/ComicInfo.xml'. */
export const sevenZip = Buffer.from(
  'N3q8ryccAARtOvirtwAAAAAAAAAiAAAAAAAAAC7gLyrgADEAKl0AMIgKBlQAaaSni86SITPrB2mKcBNDCPqHNr4fdT/l++TACVaXUvzDd8WxAAAAgTMHrg/RHxk0oJCgd17FQBi0P+72eiNmQzjN36DmWJ0tZbDKxFOdl30Qyh8pf9fAOMZQx1o8Z132Bp2J1IkoG9EdBlMD6GcQfKbj9RGnRCOINKLP33kE/2lwgH0N/s8tfdIrQQifVNRfdRWYVmh3TTjkc3i3yVMS+leUqaNEQVQAAAAXBjIBCYCFAAcLAQABIwMBAQVdABAAAAyAugoBVht9CQAA',
  'base64',
);
/** Names in many scripts, in a packed and in a plain header: see unpack.test.ts. */
export const sevenZipNames = Buffer.from(
  'N3q8ryccAATI26ZuqAAAAAAAAAAiAAAAAAAAAFw7+3EAOh3KIwWI3rvrw1DQ75P+dS2d4P/sK4AAAACBMweuD8+SbmAP6+qeAQ1iA43TSezhjIhFv2ZVwvtI9bdE5qib4M4smYwLYxqYQSsigJGx9o3qcGG2Rcan4mZs8++I6pau1Gi/5D5gcWnSh2xgy8ZQeYSlrqeMfR7kT0avRN1zvWAdMagwk6M6KwCDH/gvjZce/ZnEDgK80LfCQDAit1wEPpf//zd2QAAXBhkBCYCPAAcLAQABIwMBAQVdAAAQAAyAuwoB76RJfwAA',
  'base64',
);
export const sevenZipPlainNames = Buffer.from(
  'N3q8ryccAASFHL+jGQAAAAAAAAC7AAAAAAAAAO+kSX8AOh3KIwWI3rvrw1DQ75P+dS2d4P/sK4AAAQQGAAEJGQAHCwEAASMDAQEFXQAAEAAMDwAIDQQJAwMECgFmisoRI8o5Hn18HXvPYiAZAAAFBQ4BgBFlACx7AE7diwAALHsATt2LLwB1mCAAMgAuAGoAcABnAAAAPdgA3iAAMQAwAC4AagBwAGcAAAAnBkQGNQZBBi0GKQYgAOkALgBqAHAAZwAAAHAAbABhAGkAbgAqAC4AagBwAGcAAAAVFgEAEAAAACAAAAAgAAAAIAAAACAAAAAAAA==',
  'base64',
);
/** The first archive, with its contents encrypted; and with its names encrypted too. */
export const encryptedSevenZip = Buffer.from(
  'N3q8ryccAASYaL2I5AAAAAAAAAAiAAAAAAAAABvqWa6mAJwfL3Oq39T8WFGECGllLj1rLeucUrYihNoBZNcEBBb/3ZzWdPgDAAE/GbD8S1vSI/HvcmF3EgnSm++YMzl9AACBMweuD9Hy+/1Au5RkOzmkeudqI0YRJjwkrgvuceDMkENhL67lk5v5cyxyE0UddlpPWiQT1qAEfgWaHaCK5tCr+VLkssYSJYC6nDpoWoh6MIA3OE16CoHI0yLmXeZpzKupzEz4nAZrM73Gk8qHV85173JjOX1aC/nNP6iYQhSpT+ZAshmNG6HMvqnqiiBevBjFLs7Ec09J77I7SFDSJpgAAAAXBkABCYCkAAcLAQABIwMBAQVdABAAAAyAygoBvUHQxQAA',
  'base64',
);
export const lockedSevenZip = Buffer.from(
  'N3q8ryccAASolDjm8AAAAAAAAAA+AAAAAAAAADp1FWQ+Z5tff5EZ7pn/CwDy504w3R4CYmGzN+2F5oLrS16Y90aiHi7Cs3My5wscPDTmm3Mxcg77aMi44srMSRhU4L/SVPsEO4v5NTuxgzfRAMZrhkTZVLOo3akbemwDD7KOTQwclJnPyv6tC8CQE/QsWsuK9X3vypZVFPJLwJ4+J7ptGg4Gm49YLTntPANq/4aQrWoVsMVx5GtBVYo83aUf9i1Da7auriQ9/ofMiaibIwYQfRCl2HPML7MwIbTbmjpVWKUxDZxVMvoSQvK2lXf5XnVgZOMtADQNnvVrlInidkJXIzMegs8hzF6hJ4dB6AoJ87sXBkABCYCwAAcLAQACJAbxBwESUw/iWDEeyLkv3wPX0YDwRKrsIwMBAQVdABAAAAEADICjgMoKATvmATAAAA==',
  'base64',
);
/** 3 MB of zeros. */
export const sevenZipBomb = Buffer.from(
  'N3q8ryccAARnuXwi/QEAAAAAAABSAAAAAAAAAE2ULuD/95oBa10AAG/9//+jt/9HPkgVcjlhUbiSKOajhgf57uQegtMvxTo8AUuxfsmKik0vow3Zf6bjjCMRU+BZGMV1iuJ3+LaUfwxqwN50SWTi6VxTsgTY90QMq18NbUbp5cN2iLeWV6y2TeFpHW/7S4gQbELLiD9cAI/QTq8mKJRxHz2PJOFwnqcjX+woy4XRlZiKfiqR8id19xnABphNmP3Yr9WQD8QlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS9Ll+qDz5LZkKQEw7/EJP4cXhZ+AvN/5UoRg+p/Hze+5owLlbAj4Xzg4HAZcQlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS5K+qXjc8kAIQA7HNTp/2+rnwxGp+3jTFucJ6nI1/sKMuF0ZWYin4qkfIndfcZwAaYTZj92K/VkA/EJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvSiQjJEAAAEEBgABCYH9AAcLAQABISEBEwzgwMYtAAgKAWWiAU0AAAUBGQgAAAAAAAAAABENAHoALgBqAHAAZwAAABQKAQBApnDJ/nndARUGAQAggLaBAAA=',
  'base64',
);

/** A PDF of pages with one black square each, in the sizes given (in points). */
export function makePdf(pages: readonly { width: number; height: number; content?: string }[], extra = ''): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${3 + index * 2} 0 R`).join(' ')}]>>`,
    ...pages.flatMap(({ width, height, content = `0 0 0 rg 0 0 ${width / 2} ${height / 2} re f` }, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${4 + index * 2} 0 R/Resources<<>>>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R${extra}>>\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  );
}

/** Two pages in a TAR within bzip2; the name of the second has letters outside ASCII. */
export const bzippedTar = Buffer.from(
  'QlpoOTFBWSZTWShwxR4AAHt7mcmAAAhAAW+AACBikN6AIAACAAAgBIggAHQSkTTQBkGgHqaBJKaNDQBoAA+iUlA4iwAZvSQiy+4gEjqyA8QhgGgbjSS50jxESQ8DNhRJgaQMR0hzx9LGhPns3aR4Fj2OFFLVLpz+gIgfi7kinChIFDhijwA=',
  'base64',
);
