/** Many write without accents, and capitals had none: each letter of a pattern may stand for the one with a sign. */
function withoutAccents(pattern: string): string {
  return pattern.normalize('NFC').replace(/(?!\p{ASCII}|\p{Script=Hangul})\p{L}/gu, (letter) => {
    const bare = { ł: 'l', ø: 'o', ı: 'i', æ: 'ae', ß: 'ss' }[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
    return bare === letter ? letter : `(?:${letter}|${bare})`;
  });
}

/** The words for chapters, in the languages of the site and beyond, as a pattern. */
export const chapterWord = withoutAccents(
  [
    'chapter|chap\\.?|ch\\.?|ep\\.?|letter|stave|canto|scene|fable|fytte|episode|adventure|tale',
    'chapitre|lettre|chant|scène|épisode',
    'capítulo|cap\\.?|carta|escena|episodio',
    'الفصل|فصل|الباب|باب|الحلقة|المقالة',
    '[ck]apitel|kap\\.?|abenteuer|brief|gesang|szene|auftritt|kapitlet|bref?vet|capitolo|capo|lettera|scena',
    'hoofdstuk|kapittel|luku|luvu[nt]|runo|laulu|rozdział|kapitola|fejezet|poglavl?je|capítol|capitol(?:ul)?|bölüm|ĉapitro|caput|capitulum',
    'глава|гл\\.|поглавље|розділ|роздзел|раздел|тарау|письмо|песнь|явление|κεφάλαιον?|פרק|bab|kabanata|chương|hồi|अध्याय|অধ্যায়|அத்தியாயம்|บทที่|ตอนที่|գլուխ|თავი|skyrius|nodaļa|peatükk|kapitulua|kafli|sura|caibidil|pennod',
  ].join('|'),
);

/** The words for parts of a book that hold chapters. */
export const volumeWord = withoutAccents(
  [
    'book|part|volume|vol\\.|section|act|epoch|narrative|period',
    'tome|livre|partie|acte|récit',
    'tomo|libro|parte|acto|jornada',
    'الجزء|الكتاب|القسم|المجلد',
    'buch|band|teil|theil|abschnitt|akt|aufzug|atto',
    'deel|boek|bedrijf|bok|boken|del|delen|bind|bog|osa|kirja|näytös|część|księga|tom|díl|část|könyv|rész|livro|liber|pars|llibre|part\\.|kitap|kısım',
    'часть|книга|том|действие|частина|книга|βιβλίον?|μέρος|חלק|ספר|מערכה',
  ].join('|'),
);

/** Names of parts without a number that stand before, between or behind the chapters, as a pattern. */
export const namedWord = withoutAccents(
  [
    'prologue|epilogue|preface|foreword|afterword|introduction|introductory(?: note)?|conclusion|postscript|interlude|appendix(?:\\s+[A-Z\\d]{1,4})?',
    'etymology|extracts|epigraph|dedication|to the reader|envoi|finale|argument|proem|prelude|advertisement',
    'préface|avant-propos|épilogue|postface|annexe|au lecteur|dédicace',
    'prólogo|epílogo|prefacio|introducción|conclusión|apéndice|dedicatoria|al lector',
    'مقدمة|المقدمة|تمهيد|توطئة|خاتمة|الخاتمة|ملحق|كلمة أخيرة',
    'vorwort|vorrede|einleitung|nachwort|epilog|prolog|anhang|schlu(?:ss|ß)|widmung|zueignung',
    'prefazione|introduzione|prologo|epilogo|conclusione|appendice|prefácio|introdução|conclusão|posfácio|voorwoord|voorrede|inleiding|nawoord|besluit',
    'esipuhe|johdanto|loppusanat|förord|inledning|efterord|forord|indledning|efterskrift|przedmowa|wstęp|zakończenie|předmluva|úvod|doslov|előszó|bevezetés|befejezés|utószó|predgovor|sklep|praefatio|prooemium|prologus(?:\\s+(?:primus|secundus|ter[ct]ius))?|epilogus',
    'предисловие|введение|вступление|заключение|эпилог|пролог|послесловие|приложение|предговор|поговор|передмова|післямова|вступ|епілог|πρόλογος|επίλογος|הקדמה|מבוא|אחרית דבר|סוף דבר',
  ].join('|'),
);

/** Words that say a chapter is the last, in place of its number. */
export const lastWord = /\s(?:the\s+)?(?:last|final|derni[èe]re?|[úu]ltim[oa]|letztes|последняя|ال[أا]خيرة?)\.?$/iu;

/** Words for "last" that stand before the word for a chapter: 'Letztes Kapitel'. */
export const lastNumber =
  /^(?:last|final|derni[èe]re?|[úu]ltim[oa]|letzte[rs]?|utolsó|laatste|sista|siste|viimeinen|ostatni|zadnje|poslední|последняя|остання)$/iu;
