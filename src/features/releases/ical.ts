/** An entry of a calendar, all of it text that is ready to be read. */
export interface CalendarItem {
  uid: string;
  /** How often the entry has changed since it was first told. */
  sequence: number;
  changedAt: Date;
  at: Date;
  isCancelled: boolean;
  summary: string;
  description: string;
  /** Whole address; null: there is nothing to open. */
  url: string | null;
}

/** A calendar as a file of RFC 5545; `language` is a BCP 47 tag. The same items make the same bytes. */
export function writeCalendar(given: { name: string; language: string; items: readonly CalendarItem[] }): string {
  const { name, language, items } = given;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Longstrip//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME;LANGUAGE=${language}:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...items.flatMap((item) => linesOf(item, language)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function linesOf(item: CalendarItem, language: string): string[] {
  const { uid, sequence, changedAt, at, isCancelled, summary, description, url } = item;
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${writeMoment(changedAt)}`,
    `DTSTART:${writeMoment(at)}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    `SUMMARY;LANGUAGE=${language}:${escapeText(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(url === null ? [] : [`URL:${url}`]),
    'END:VEVENT',
  ];
}

/** 20260501T120000Z */
const writeMoment = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '');
}

/** RFC 5545, 3.1: a line has at most 75 octets without its end; it goes on after CRLF and a space. */
const lineOctets = 75;

function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > lineOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
