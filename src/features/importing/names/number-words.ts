/** Words for numbers in prints of many languages, in the order of their values; an underscore joins two words. */
const rows: readonly string[] = [
  'one first i^er premier première un uno una primero primera primo prima primeiro primeira eins ein erster erste erstes eerste een ensimmäinen yksi första ett første en первая первый первое primus primum pierwszy pierwsza pierwsze první első ראשון ראשונה אחד אחת πρώτο πρώτον πρώτη birinci اول اولى واحد unième prvo prvi прва прво први перший перша',
  'two second deuxième seconde deux segundo segunda dos secondo seconda due dois zwei zweiter zweite zweites tweede twee toinen kaksi andra två anden andet annet вторая второй второе secundus secundum secunda drugi druga drugie druhý druhá második שני שניה שתיים δεύτερο δεύτερον δευτέρα ikinci ثاني ثانية اثنان drugo друго druhé prostřední друга други другий',
  'three third troisième trois tercero tercera tercer tres terzo terza tre terceiro terceira três drei dritter dritte drittes derde drie kolmas kolme tredje tredie третья третий третье tertius tertium tertia trzeci trzecia trzecie třetí harmadik שלישי שלישית שלוש τρίτο τρίτον τρίτη üçüncü ثالث ثالثة tretje tretji treće трећа треће третій третя',
  'four fourth quatrième quatre cuarto cuarta cuatro quarto quarta quattro quatro vier vierter vierte viertes vierde neljäs neljä fjärde fyra fjerde четвертая четвертый четвертое quartus quartum czwarty czwarta čtvrtý čtvrtá negyedik רביעי רביעית ארבע τέταρτο τέταρτον dördüncü رابع رابعة četrto četrti četvrto četvrti четврта четврто четвертий',
  'five fifth cinquième cinq quinto quinta cinco cinque fünf fünfter fünfte fünftes vijfde vyfde viides viisi femte fem пятая пятый пятое quintus quintum piąty piąta pátý pátá ötödik חמישי חמישית חמש πέμπτο πέμπτον beşinci خامس خامسة peto peti пета пето п’ятий',
  'six sixth sixième sexto sexta seis sesto sesta sei sechs sechster sechste sechstes sechsten zesde kuudes kuusi sjätte sjette шестая шестой шестое sextus sextum szósty szósta šestý šestá hatodik שישי שישית ששי שש έκτο έκτον altıncı سادس سادسة šesto šesti шеста шесто шостий шоста',
  'seven seventh septième sept séptimo séptima siete settimo settima sette sétimo sétima sete sieben siebenter siebente siebentes siebter siebte siebtes zevende seitsemäs sjunde syvende седьмая седьмой седьмое septimus septimum siódmy siódma sedmý sedmá hetedik שביעי שביעית שבע έβδομο έβδομον yedinci سابع سابعة sedmo sedmi седма седмо сьомий сьома',
  'eight eighth huitième huit octavo octava ocho ottavo ottava otto oitavo oitava oito acht achter achte achtes achtste kahdeksas åttonde ottende åttende восьмая восьмой восьмое осьмая осьмой octavus octavum ósmy ósma osmý osmá nyolcadik שמיני שמינית שמונה όγδοο όγδοον sekizinci ثامن ثامنة osmo osmi осма осмо восьмий восьма nyolczadik',
  'nine ninth neuvième neuf noveno novena nueve nono nona nove neun neunter neunte neuntes negende yhdeksäs nionde niende девятая девятый девятое nonus nonum dziewiąty dziewiąta devátý devátá kilencedik תשיעי תשיעית תשע ένατο ένατον dokuzuncu تاسع تاسعة deveto deveti девета девето дев’ятий kilenczedik',
  'ten tenth dixième dix décimo décima diez dieci dez zehn zehnter zehnte zehntes tiende kymmenes tionde десятая десятый десятое decimus decimum dziesiąty dziesiąta desátý desátá tizedik עשירי עשירית עשר δέκατο δέκατον onuncu عاشر عاشرة deseto deseti десета десето десятий',
  'eleven eleventh onzième onze undécimo once undicesimo undicesima undecimo elf elfter elfte elftes elfde yhdestoista ellefte ellevte ellefte elfte одиннадцатая одиннадцатый undecimus undecimum jedenasty jedenasta tizenegyedik حادي_عشر eilfter eilfte eilftes enajsto jedanaesto једанаеста једанаесто одинадцятий',
  'twelve twelfth douzième douze duodécimo doce dodicesimo dodicesima zwölf zwölfter zwölfte zwölftes twaalfde kahdestoista tolfte tolvte двенадцатая двенадцатый duodecimus duodecimum dwunasty dwunasta tizenkettedik ثاني_عشر dvanajsto dvanaesto дванаеста дванаесто дванадцятий tizenkettődik',
  'thirteen thirteenth treizième treize trece tredicesimo tredicesima treze dreizehnter dreizehnte dreizehntes dertiende kolmastoista trettonde trettende тринадцатая тринадцатый trzynasty trzynasta tizenharmadik trinajsto тринаеста тринаесто',
  'fourteen fourteenth quatorzième quatorze catorce quattordicesimo quattordicesima vierzehnter vierzehnte vierzehntes veertiende neljästoista fjortonde fjortende четырнадцатая четырнадцатый czternasty czternasta tizennegyedik štirinajsto четрнаеста четрнаесто',
  'fifteen fifteenth quinzième quinze quince quindicesimo quindicesima fünfzehnter fünfzehnte fünfzehntes vijftiende vyftiende viidestoista femtonde femtende пятнадцатая пятнадцатый piętnasty piętnasta tizenötödik petnajsto петнаеста петнаесто',
  'sixteen sixteenth seizième seize dieciseis sedicesimo sedicesima dezesseis sechzehnter sechzehnte sechzehntes zestiende kuudestoista sextonde sekstende шестнадцатая шестнадцатый szesnasty szesnasta šestnajsto шеснаеста шеснаесто tizenhatodik',
  'seventeen seventeenth dix_septième dix_sept diecisiete diciassettesimo siebzehnter siebzehnte siebzehntes siebenzehnter siebenzehntes zeventiende seitsemästoista sjuttonde syttende семнадцатая семнадцатый siedemnasty siedemnasta sedemnajsto седамнаеста седамнаесто tizenhetedik',
  'eighteen eighteenth dix_huitième dix_huit dieciocho diciottesimo achtzehnter achtzehnte achtzehntes achttiende kahdeksastoista adertonde artonde attende восемнадцатая восемнадцатый osiemnasty osiemnasta osemnajsto осамнаеста осамнаесто tizennyolcadik tizennyolczadik',
  'nineteen nineteenth dix_neuvième dix_neuf diecinueve diciannovesimo neunzehnter neunzehnte neunzehntes negentiende yhdeksästoista nittonde nittende девятнадцатая девятнадцатый dziewiętnasty dziewiętnasta devetnajsto деветнаеста деветнаесто tizenkilencedik tizenkilenczedik',
  'twenty twentieth vingtième vingt vigésimo veinte ventesimo ventesima zwanzig zwanzigster zwanzigste zwanzigstes twintigste kahdeskymmenes tjugonde tyvende двадцатая двадцатый dwudziesty dwudziesta عشرون عشرين dvajseto двадесета двадесето huszadik',
];

const tenRows: Record<number, string> = {
  10: 'décimo décima',
  20: 'twenty vingt vigésimo vigésima ventesimo двадцать двадесет tjugo tjugu dwudziesty dwudziesta huszon عشرون عشرين',
  30: 'harmincadik harminc harmincz trzydziesty trzydziesta тридесета тридесет trettio thirty thirtieth trente trentième trigésimo trigésima treinta trentesimo dreißigster dreißigstes dreißigste dertigste тридцать тридцатая kolmaskymmenes trettionde ثلاثون ثلاثين',
  40: 'negyvenedik negyven czterdziesty czterdziesta fyrtio fyrtionde forty fortieth quarante quarantième cuadragésimo quadragésimo cuarenta quarantesimo vierzigster vierzigstes vierzigste veertigste сорок сороковая اربعون اربعين',
  50: 'ötvenedik ötven pięćdziesiąty pięćdziesiąta femtio femtionde fifty fiftieth cinquante cinquantième quincuagésimo quinquagésimo cincuenta cinquantesimo fünfzigster fünfzigstes fünfzigste пятьдесят пятидесятая خمسون خمسين',
  60: 'sześćdziesiąty sześćdziesiąta hatvanadik hatvan sextio sextionde sixty sixtieth soixante soixantième sexagésimo sesenta sessantesimo sechzigster sechzigste sechzigstes zestigste шестьдесят шестидесятая ستون ستين',
  70: 'siedemdziesiąty siedemdziesiąta sjuttio sjuttionde seventy seventieth septuagésimo setenta settantesimo siebzigster siebzigste siebzigstes zeventigste семьдесят семидесятая سبعون سبعين',
  80: 'osiemdziesiąty osiemdziesiąta åttio åttionde eighty eightieth octogésimo ochenta ottantesimo achtzigster achtzigste achtzigstes tachtigste восемьдесят восьмидесятая ثمانون ثمانين',
  90: 'dziewięćdziesiąty dziewięćdziesiąta nittio nittionde ninety ninetieth nonagésimo noventa novantesimo neunzigster neunzigste neunzigstes negentigste девяносто девяностая تسعون تسعين',
};

/** One hundred, which a smaller number follows: 'cent un', 'сто первая'; in Arabic it stands before: الأول بعد المائة. */
const hundreds = new Set(
  plainWords(
    'hundred hundredth cent centième cien ciento centésimo centésima cento hundert hundertste hundertstes сто сотая сотый مائة مئة',
  ),
);

/** In these languages a unit stands before its ten, in one word: einundzwanzigstes, tweeëntwintigste, enaindvajseto. */
const joined = {
  units: [
    ['ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'],
    ['een', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen'],
    ['ena', 'dva', 'tri', 'štiri', 'pet', 'šest', 'sedem', 'osem', 'devet'],
  ],
  links: ['und', 'en', 'in'],
  tens: [
    ['zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'],
    ['twintig', 'dertig', 'veertig', 'vijftig', 'zestig', 'zeventig', 'tachtig', 'negentig'],
    ['dvajset', 'trideset', 'štirideset', 'petdeset', 'šestdeset', 'sedemdeset', 'osemdeset', 'devetdeset'],
  ],
  endings: [
    ['', 'ste', 'stes', 'ster'],
    ['', 'ste'],
    ['o', 'i'],
  ],
} as const;

/** The same in Italian behind the ten, and in older Finnish, where 21 is the first of the third ten. */
const italian = {
  tens: ['vent', 'trent', 'quarant', 'cinquant'],
  units: [
    'unesimo',
    'duesimo',
    'treesimo',
    'quattresimo',
    'cinquesimo',
    'seiesimo',
    'settesimo',
    'ottesimo',
    'novesimo',
  ],
};
const finnish = {
  units: ['yhdes', 'kahdes', 'kolmas', 'neljäs', 'viides', 'kuudes', 'seitsemäs', 'kahdeksas', 'yhdeksäs'],
  tens: ['kolmatta', 'neljättä', 'viidettä', 'kuudetta'],
  round: ['kahdes', 'kolmas', 'neljäs', 'viides'],
};

/** The words of a text as the tables have them: without accents, vowel marks, articles and 'and'. */
export function plainWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[أإآ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .split(/[\s-]+/)
    .filter((word) => word !== '' && word !== 'y' && word !== 'et' && word !== 'and' && word !== 'e' && word !== 'и')
    .map((word) => word.replace(/^ال(?=\p{L}{3})|^ה(?=\p{L}{3})/u, ''));
}

const values = new Map<string, number>();
const tens = new Map<string, number>();
const keyOf = (word: string) => plainWords(word.replaceAll('_', ' ')).join(' ');
for (const [index, row] of rows.entries()) for (const word of row.split(' ')) values.set(keyOf(word), index + 1);
for (const [ten, row] of Object.entries(tenRows)) for (const word of row.split(' ')) tens.set(keyOf(word), Number(ten));
for (const [at, units] of joined.units.entries())
  for (const [tenAt, ten] of (joined.tens[at] ?? []).entries())
    for (const ending of joined.endings[at] ?? [])
      for (const [unitAt, unit] of units.entries()) {
        values.set(keyOf(`${unit}${joined.links[at] ?? ''}${ten}${ending}`), (tenAt + 2) * 10 + unitAt + 1);
      }

for (const [tenAt, ten] of italian.tens.entries())
  for (const [unitAt, unit] of italian.units.entries())
    for (const link of ['', 'i', 'a']) values.set(keyOf(`${ten}${link}${unit}`), (tenAt + 2) * 10 + unitAt + 1);
for (const [tenAt, ten] of finnish.tens.entries())
  for (const [unitAt, unit] of finnish.units.entries())
    values.set(keyOf(`${unit}${ten}`), (tenAt + 2) * 10 + unitAt + 1);
for (const [at, ten] of finnish.round.entries()) tens.set(keyOf(`${ten}kymmenes`), (at + 2) * 10);

/** 'Twenty-One', 'décimo tercero', 'الحادي والعشرون', 'Einundzwanzigstes' as numbers; null for other words. */
export function fromWords(text: string): number | null {
  const words = plainWords(text);
  if (words.length === 0 || words.length > 5) return null;
  const hundred = words.findIndex((word) => hundreds.has(withoutAnd(word)));
  return hundred < 0 ? belowHundred(words) : aboveHundred(words, hundred);
}

/** Up to 199: who counts further in words is not known. */
function aboveHundred(words: readonly string[], at: number): number | null {
  const isArabic = /\p{Script=Arabic}/u.test(words[at] ?? '');
  const [before, behind] = [words.slice(0, at), words.slice(at + 1)];
  const rest = isArabic ? before.filter((word) => word !== 'بعد') : behind;
  const isOne = isArabic ? behind.length === 0 : before.length === 0 || /^(?:one|a)$/.test(before.join(' '));
  const number = rest.length === 0 ? 0 : rest.join(' ') === 'حادي' ? 1 : belowHundred(rest);
  return isOne && number !== null ? 100 + number : null;
}

/** 'والمائه' is the hundred, and 'والعشرون' the twenty, behind its 'and'. */
function withoutAnd(word: string): string {
  return word.replace(/^و(?:ال)?(?=\p{L}{3})/u, '');
}

function belowHundred(words: readonly string[]): number | null {
  if (words.length > 3) return null;
  const whole = values.get(words.join(' ')) ?? tens.get(words.join(' '));
  if (whole !== undefined) return whole;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (last === 'عشر' || last === 'عشره') return addTo(10, first === 'حادي' ? 'اول' : first);
  const arabicTens = tens.get(withoutAnd(last));
  if (arabicTens !== undefined && last.startsWith('و')) return addTo(arabicTens, first === 'حادي' ? 'اول' : first);
  return words.length === 1 ? fromJoined(first) : addTo(tens.get(first), last);
}

/** A ten and a unit in one word: decimotercero, tjugoförsta. */
function fromJoined(word: string): number | null {
  for (let at = 4; at <= word.length - 3; at += 1) {
    const number = addTo(tens.get(word.slice(0, at)), word.slice(at));
    if (number !== null) return number;
  }
  return null;
}

function addTo(ten: number | undefined, word: string): number | null {
  const unit = values.get(word);
  return ten !== undefined && unit !== undefined && unit < 10 ? ten + unit : null;
}

const hebrewValues = new Map(
  [...'אבגדהוזחטיכלמנסעפצקרשת']
    .map((letter, at) => [letter, [1, 10, 100][Math.floor(at / 9)] ?? 1, at % 9] as const)
    .map(([letter, unit, at]) => [letter, unit * (at + 1)]),
);
const greekLetters = 'αβγδεϛζηθικλμνξοπϟρ';

/** A number in the letters of Hebrew, or of Greek with its mark: י״ב is 12, ΙΒ΄ is 12. Null for other words. */
export function fromLetters(text: string): number | null {
  const bare = text.replace(/['"׳״΄ʹ’´]/gu, '');
  if (/^[\u05d0-\u05ea]{1,4}$/u.test(bare)) return descending([...bare].map((letter) => hebrewValues.get(letter) ?? 0));
  const isMarked = /^\p{Script=Greek}{1,3}['΄ʹ’´]$/u.test(text) || /^\p{Script=Greek}$/u.test(text);
  if (!isMarked) return null;
  return descending(
    [...bare.toLowerCase()].map((letter) => {
      const at = greekLetters.indexOf(letter.normalize('NFD').charAt(0));
      return at < 0 ? 0 : ([1, 10, 100][Math.floor(at / 9)] ?? 0) * ((at % 9) + 1);
    }),
  );
}

/** The sum of values that become smaller from each to the next; null where they do not, for then they are a word. */
function descending(letters: readonly number[]): number | null {
  const isRight = letters.every((value, at) => value > 0 && (at === 0 || value < (letters[at - 1] ?? 0)));
  return isRight ? letters.reduce((sum, value) => sum + value, 0) : null;
}
