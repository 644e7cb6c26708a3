/** The words for chapters, in the languages of the site and beyond, as a pattern. */
export const chapterWord = [
  'chapter|chap\\.|letter|stave|canto|scene|fable|fytte|episode|adventure|tale',
  'chapitre|lettre|chant|scène|épisode',
  'cap[ií]tulo|cap\\.?|carta|escena|episodio',
  'الفصل|فصل|الباب|باب|الحلقة|المقالة',
  '[ck]apitel|kap\\.|abenteuer|brief|gesang|szene|auftritt|kapitlet|bref?vet|capitolo|capo|lettera|scena',
  'hoofdstuk|kapittel|luku|luvu[nt]|runo|laulu|rozdział|kapitola|fejezet|poglavl?je|cap[ií]tol|capitol(?:ul)?|bölüm|ĉapitro|caput|capitulum',
  'глава|поглавље|розділ|письмо|песнь|явление|κεφάλαιον?|פרק|bab|chương',
].join('|');

/** The words for parts of a book that hold chapters. */
export const volumeWord = [
  'book|part|volume|vol\\.|section|act|epoch',
  'tome|livre|partie|acte',
  'tomo|libro|parte|acto|jornada',
  'الجزء|الكتاب|القسم|المجلد',
  'buch|band|teil|theil|abschnitt|akt|aufzug|atto',
  'deel|boek|bedrijf|bok|boken|del|delen|bind|bog|osa|kirja|näytös|część|księga|tom|díl|část|könyv|rész|livro|liber|pars|llibre|part\\.|kitap|kısım',
  'часть|книга|том|действие|частина|книга|βιβλίον?|μέρος|חלק|ספר|מערכה',
].join('|');

/** Names of parts without a number that stand before, between or behind the chapters, as a pattern. */
export const namedWord = [
  'prologue|epilogue|preface|foreword|afterword|introduction|introductory(?: note)?|conclusion|postscript|interlude|appendix(?:\\s+[A-Z\\d]{1,4})?',
  'etymology|extracts|epigraph|dedication|to the reader|envoi|finale|argument|proem|prelude|advertisement',
  'pr[ée]face|avant-propos|épilogue|postface|annexe|au lecteur|dédicace',
  'pr[óo]logo|ep[íi]logo|prefacio|introducci[óo]n|conclusi[óo]n|ap[ée]ndice|dedicatoria|al lector',
  'مقدمة|المقدمة|تمهيد|توطئة|خاتمة|الخاتمة|ملحق|كلمة أخيرة',
  'vorwort|vorrede|einleitung|nachwort|epilog|prolog|anhang|schlu(?:ss|ß)|widmung|zueignung',
  'prefazione|introduzione|prologo|epilogo|conclusione|appendice|pref[áa]cio|introdução|conclusão|posfácio|voorwoord|voorrede|inleiding|nawoord|besluit',
  'esipuhe|johdanto|loppusanat|förord|inledning|efterord|forord|indledning|efterskrift|przedmowa|wstęp|zakończenie|předmluva|úvod|doslov|előszó|bevezetés|befejezés|utószó|predgovor|sklep|praefatio|prooemium|prologus(?:\\s+(?:primus|secundus|ter[ct]ius))?|epilogus',
  'предисловие|введение|вступление|заключение|эпилог|пролог|послесловие|приложение|предговор|поговор|передмова|післямова|вступ|епілог|πρόλογος|επίλογος|הקדמה|מבוא|אחרית דבר|סוף דבר',
].join('|');

/** Words that say a chapter is the last, in place of its number. */
export const lastWord = /\s(?:the\s+)?(?:last|final|derni[èe]re?|[úu]ltim[oa]|letztes|последняя|ال[أا]خيرة?)\.?$/iu;

/** The same before the word: 'Letztes Kapitel'. */
export const lastNumber =
  /^(?:last|final|derni[èe]re?|[úu]ltim[oa]|letzte[rs]?|utolsó|laatste|sista|siste|viimeinen|ostatni|zadnje|poslední|последняя|остання)$/iu;
