import { describe, expect, it } from 'vitest';
import { languageOfText } from './language-of-text.ts';
import type { TextLanguage } from './text-languages.ts';

const said = (found: TextLanguage | null) =>
  found && (found.tag === null ? found.edition : `${found.tag} in ${found.edition}`);

describe('a text itself', () => {
  it.each([
    ['西游记', 'zh-cn'],
    ['甄士隐梦幻识通灵 贾雨村风尘怀闺秀。此开卷第一回也。', 'zh-cn'],
    ['話說天下大勢，分久必合，合久必分：周末七國分爭，并入於秦。', 'zh-Hant in zh-cn'],
    ['吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。', 'ja in zh-cn'],
    ['かさじぞう', 'ja in zh-cn'],
    ['나 보기가 역겨워 가실 때에는 말없이 고이 보내 드리우리다', 'ko in zh-cn'],
    ['المملوك الشارد', 'ar-sa'],
    ['يحكى أن رجلا كان يسكن على شاطئ البحر', 'ar-sa'],
    ['بنی آدم اعضای یک پیکرند که در آفرینش ز یک گوهرند', 'fa in ar-sa'],
    ['ہزاروں خواہشیں ایسی کہ ہر خواہش پہ دم نکلے بہت نکلے مرے ارمان', 'ur in ar-sa'],
    ['בראשית ברא אלהים את השמים ואת הארץ', 'he in ar-sa'],
    ['אַמאָל איז געװען אַ מלך', 'yi in ar-sa'],
    ['Все счастливые семьи похожи друг на друга', 'ru in en-us'],
    ['Як умру, то поховайте мене на могилі, на Вкраїні милій', 'uk in en-us'],
    ['Аз съм българче и силна майка мене е родила', 'bg in en-us'],
    ['Ἄνδρα μοι ἔννεπε, μοῦσα, πολύτροπον', 'el in en-us'],
    ['कबीरा खड़ा बाज़ार में, लिए लुकाठी हाथ', 'hi in en-us'],
    ['ในน้ำมีปลา ในนามีข้าว', 'th in en-us'],
    ['小辣椒 Pepper&Carrot', 'zh-cn'],
    ['他到了“玉の井”，在那里住了三个月，写了很多文章', 'zh-cn'],
    ['国境の長いトンネルを抜けると雪国であった', 'ja in zh-cn'],
    ['یکی بود یکی نبود، پیرمردی بود که گربه‌ای داشت', 'fa in ar-sa'],
    ['ایک لڑکا تھا جو دور سے آیا', 'ur in ar-sa'],
    ['The word שלום means peace', null],
    ['12', null],
    ['Le Tour du monde', null],
    ['', null],
  ])('shows by its script: %j is %j', (text, language) => {
    expect(said(languageOfText(text))).toBe(language);
  });

  it.each([
    [
      'en-us',
      'It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families, that he is considered as the rightful property of some one or other of their daughters.',
    ],
    [
      'fr-fr',
      'Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se fermaient si vite que je n’avais pas le temps de me dire : « Je m’endors. » Et, une demi-heure après, la pensée qu’il était temps de chercher le sommeil m’éveillait ; je voulais poser le volume que je croyais avoir encore dans les mains et souffler ma lumière.',
    ],
    [
      'es-es',
      'En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo de los de lanza en astillero, adarga antigua, rocín flaco y galgo corredor. Una olla de algo más vaca que carnero, salpicón las más noches, duelos y quebrantos los sábados, lantejas los viernes, algún palomino de añadidura los domingos, consumían las tres partes de su hacienda.',
    ],
    [
      'de in en-us',
      'Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett zu einem ungeheueren Ungeziefer verwandelt. Er lag auf seinem panzerartig harten Rücken und sah, wenn er den Kopf ein wenig hob, seinen gewölbten, braunen, von bogenförmigen Versteifungen geteilten Bauch, auf dessen Höhe sich die Bettdecke, zum gänzlichen Niedergleiten bereit, kaum noch erhalten konnte. Seine vielen Beine flimmerten ihm hilflos vor den Augen.',
    ],
    [
      'pt in es-es',
      'Algum tempo hesitei se devia abrir estas memórias pelo princípio ou pelo fim, isto é, se poria em primeiro lugar o meu nascimento ou a minha morte. Suposto o uso vulgar seja começar pelo nascimento, duas considerações me levaram a adotar diferente método: a primeira é que eu não sou propriamente um autor defunto, mas um defunto autor, para quem a campa foi outro berço.',
    ],
    [
      'it in es-es',
      'Come andò che Maestro Ciliegia, falegname, trovò un pezzo di legno, che piangeva e rideva come un bambino. C’era una volta un re, diranno subito i miei piccoli lettori. No, ragazzi, avete sbagliato. C’era una volta un pezzo di legno. Non era un legno di lusso, ma un semplice pezzo da catasta, di quelli che d’inverno si mettono nelle stufe e nei caminetti per accendere il fuoco e per riscaldare le stanze.',
    ],
    [
      'fi in en-us',
      'Jukolan talo, eteläisessä Hämeessä, seisoo erään mäen pohjoisella rinteellä, liki Toukolan kylää. Sen läheisin ympäristö on kivinen tanner, mutta alempana alkaa pellot, joissa, ennenkuin talo oli häviöön mennyt, lainehti teräinen vilja. Peltoin alla on niittu, apilaäyräinen, halkileikkaama monipolvisen ojan; ja runsaasti antoi se heiniä, ennenkuin joutui laitumeksi kyläkarjalle. Mutta talon suurin kunnia on sen metsät, ja se oli kun ne vielä seisoivat, ja niin se on ollut, ja niin se oli ennen.',
    ],
  ])('shows by its small words: %s', (language, text) => {
    expect(said(languageOfText(text))).toBe(language);
  });
});
