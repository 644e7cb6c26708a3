/** A record of a table, and the line of the file on which it begins. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/**
 * Reads a table as RFC 4180 writes it, with commas, semicolons or tabs, whichever its head has; lines without anything
 * are left out. Null: a quotation mark is never closed.
 */
export function readCsv(text: string): CsvRecord[] | null {
  const content = text.replace(/^\ufeff/, '');
  const head = content.split(/\r?\n/, 1)[0] ?? '';
  const separator = [',', ';', '\t'].find((letter) => head.includes(letter)) ?? ',';
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, fields: [] };
  let line = 1;
  let at = 0;
  const end = () => {
    if (record.fields.some((field) => field.trim() !== '')) records.push(record);
    record = { line, fields: [] };
  };
  while (at < content.length) {
    const field = readField(content, at, separator);
    if (field === null) return null;
    line += field.text.split('\n').length - 1;
    record.fields.push(field.text);
    at = field.end;
    const after = content[at];
    if (after === separator) {
      at += 1;
      if (at === content.length) record.fields.push('');
      continue;
    }
    at += content.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    end();
  }
  end();
  return records;
}

/** The field that begins at a place, and where it ends; null: its quotation mark is never closed. */
function readField(content: string, begin: number, separator: string): { text: string; end: number } | null {
  if (content[begin] !== '"') {
    let end = begin;
    while (
      end < content.length &&
      content[end] !== separator &&
      content[end] !== '\n' &&
      !content.startsWith('\r\n', end)
    )
      end += 1;
    return { text: content.slice(begin, end), end };
  }
  let text = '';
  for (let at = begin + 1; ; ) {
    const quote = content.indexOf('"', at);
    if (quote === -1) return null;
    text += content.slice(at, quote);
    if (content[quote + 1] === '"') {
      text += '"';
      at = quote + 2;
    } else {
      // What stands behind the quotation mark belongs to the field, as spreadsheets have it.
      const rest = readField(content, quote + 1, separator);
      return rest && { text: text + (content[quote + 1] === '"' ? '' : rest.text), end: rest.end };
    }
  }
}
