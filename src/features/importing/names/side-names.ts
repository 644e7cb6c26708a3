/** The place of a part without a number: before all others, or behind them. */
export type SidePlace = 'first' | 'final' | 'last' | 'side';

/** These are never the beginning of another word's title: 'Epilogue' may be followed by one of its own. */
const names: [SidePlace, string][] = [
  [
    'first',
    'prologue|preface|foreword|introduction|avant-propos|pr[ée]face|pr[óo]logo|prolog|prefacio|prefácio|introducci[óo]n|introdução|vorwort|prefazione|пролог|предисловие|プロローグ|프롤로그|서장|楔子|序章|序幕|序言|序曲|序話|序话|序|自序|代序|前言|引子|引言|导读|预告篇?|予告編?|預告|مقدمة|المقدمة|تمهيد|توطئة',
  ],
  [
    'final',
    'final chapter|last chapter|final episode|last episode|series finale|season finale|dernier chapitre|chapitre final|dernier épisode|épisode final|[úu]ltimo cap[íi]tulo|cap[íi]tulo final|[úu]ltimo episodio|letztes kapitel|letzte folge|ultimo capitolo|capitolo finale|последняя глава|финальная глава|son bölüm|(?:الفصل|الحلقة|الجزء) ال[أا]خيرة?|ال[أا]خيرة?|النهاية|最[终終][话話回章篇集卷巻]|最後[话話回章]|大[结結]局|完[结結][篇章]?|최종[화회장]|마지막\\s?[화회]|완결',
  ],
  [
    'last',
    'epilogue|[ée]pilogue|ep[íi]logo|epilog|эпилог|エピローグ|에필로그|尾声|尾聲|[终終]章|خاتمة|الخاتمة|afterword|postscript|conclusion|appendix|postface|annexe|nachwort|anhang|posfácio|appendice|послесловие|приложение|conclusi[óo]n|ap[ée]ndice|あとがき|후기|跋|后记|後記|结语|結語|附录|附錄|ملحق',
  ],
  [
    'side',
    'omake|hors[- ]s[ée]rie|gaiden|spin-?off|sonderkapitel|番外[编編篇]?|外[传傳伝]|特[别別][编編篇]|特典|おまけ|オマケ|小剧场|小劇場|后日谈|後日[谈談譚]|외전|번외편?|특별편|омаке|экстра|(?:فصل|فصول) (?:إضافي|خاص|جانبي)ة?',
  ],
];
/** Words that begin the names of many other things: they count alone, with a number, or before a sign. */
const looseNames: [SidePlace, string][] = [
  ['first', 'intro|prelude|prélude|preludio|trailer|teaser'],
  ['final', 'final|finale|finał|финал|fin|end|the end|last|last one'],
  [
    'side',
    'extras?|bonus|specials?|special chapter|bonus chapter|extra chapter|side stor(?:y|ies)|chapitre bonus|spécial|especial|cap[íi]tulo (?:extra|especial)|speciale|capitolo (?:extra|speciale)|spezial|бонус|спецвыпуск|إضافي|إضافية|ملحقات|hs|sp|ova',
  ],
];

const notInWord = '(?![\\p{L}\\p{M}])';
const standsAlone = '(?=\\s*(?:$|[-–—:：_.,，#(\\[（【~～]|[\\d〇一二三四五六七八九十]))';
const hanNames = /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})/u;
const patterns = [
  ...names.map(([place, list]) => [place, new RegExp(`^(?:${list})${notInWord}`, 'iu')] as const),
  // '番外海边' needs no space; '序列' is a word of its own.
  ...names
    .filter(([place]) => place === 'side' || place === 'final')
    .map(([place, list]) => {
      const glued = list.split('|').filter((name) => hanNames.test(name));
      return [place, new RegExp(`^(?:${glued.join('|')})`, 'u')] as const;
    }),
  ...looseNames.map(([place, list]) => [place, new RegExp(`^(?:${list})${notInWord}${standsAlone}`, 'iu')] as const),
];

/** The place that a name's beginning says: 'Epilogue', '番外 2', 'Hors-série'; null for any other name. */
export function sidePlaceOf(name: string): SidePlace | null {
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}
