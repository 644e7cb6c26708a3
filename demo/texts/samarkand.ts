export const title = {
  'zh-cn': '撒马尔罕的纸',
  'en-us': 'The Paper of Samarkand',
  'fr-fr': 'Le Papier de Samarcande',
  'es-es': 'El papel de Samarcanda',
  'ar-sa': 'ورق سمرقند',
};
export const introduction = {
  'zh-cn':
    '天宝十载，怛罗斯战后，造纸匠林芷被带到撒马尔罕。粟特抄书人法鲁克从未见过这样白、这样轻的东西；她也从未见过有人这样写字。',
  'en-us':
    'The year 751. After the battle of the Talas the papermaker Lin Zhi is brought to Samarkand. Farrukh, a copyist, has never seen anything so white and so light. She has never seen anyone write like that.',
  'fr-fr':
    'An 751. Après la bataille du Talas, la papetière Lin Zhi est conduite à Samarcande. Farrukh, copiste, n’a jamais rien vu de si blanc ni de si léger. Elle n’a jamais vu personne écrire ainsi.',
  'es-es':
    'Año 751. Tras la batalla del Talas, la papelera Lin Zhi es llevada a Samarcanda. El copista Farruj no ha visto nunca nada tan blanco ni tan ligero. Ella no ha visto nunca a nadie escribir así.',
  'ar-sa':
    'سنة ٧٥١. بعد معركة طلاس تُساق صانعة الورق لين تشي إلى سمرقند. لم يرَ الناسخ فرّخ شيئًا بهذا البياض وهذه الخفّة، ولم ترَ هي أحدًا يكتب على هذا النحو.',
};

export const chapters = [
  {
    title: {
      'zh-cn': '水与桑皮',
      'en-us': 'Water and Mulberry',
      'fr-fr': 'L’eau et le mûrier',
      'es-es': 'Agua y morera',
      'ar-sa': 'الماء والتوت',
    },
    text: {
      'zh-cn': `总督问俘虏们会什么。

铁匠被带到左边，织工被带到右边。轮到林芷时，译者问了她三遍，因为没有人懂得那个词。最后她蹲下去，用指头在尘土里画了一只盆，一张帘子，一滴水。

“她会造水？”总督问。

“她说，”译者迟疑着，“她会把衣服变成可以写字的东西。”

总督笑了，让人把她送到城西的旧染坊去。那里有一条渠，是从泽拉夫尚河引来的，水凉得像刀背。林芷把手伸进去，闭上眼睛。她的父亲说过，造纸的人先要尝水：太硬，纸脆；太软，纸没有骨头。她尝了一口。是好水。从长安走到这里，整整走了八个月，这是第一样没有让她害怕的东西。

她要来破麻布、旧绳、桑树皮，要来一口大锅和一堆草木灰。染坊的人围着看热闹，看她煮，看她捶，看她把一锅烂泥似的东西倒进水里，搅得像一场雾。然后她双手持帘，沉下去，轻轻一荡，提起来。

雾留在了帘子上。

第二天早晨，墙上贴满了方方的白。太阳照着，一张一张地自己落下来，落在地上没有声音。

人群后面有个年轻人，袖口沾着墨，怀里抱着一卷羊皮。他弯腰拾起一张，对着光看了许久，又凑到耳边抖了抖，听它响。

“这是什么？”他用粟特话问。

林芷听不懂。可是这句话，全天下的人问起来都是一个样子。

“纸。”她说。

“纸。”他学了一遍，学得很不像，自己先笑了。`,
      'en-us': `The governor asked the captives what they could do.

Smiths were sent to the left, weavers to the right. When it was Lin Zhi's turn the interpreter asked three times over, because nobody knew the word. In the end she crouched and drew with her finger in the dust: a vat, a screen, a drop of water.

"She makes water?" said the governor.

"She says," the interpreter said doubtfully, "that she turns clothes into something one can write upon."

The governor laughed and had her taken to the old dye-works by the western gate. A channel ran through it from the river Zarafshan, and the water was as cold as the back of a knife. Lin Zhi put in her hand and shut her eyes. Her father used to say that a papermaker must first taste: where water is too hard the sheet is brittle, where it is too soft the sheet has no bones. She tasted. It was good water. In eight months on the road it was the first thing that had not frightened her.

She asked for rags, for old rope, for mulberry bark; for a cauldron, and ashes. The dyers gathered to be amused. They saw her boil and they saw her pound. They saw her pour something like mud into the vat and stir till it hung there like a fog. Then she took the screen in both hands, let it sink, rocked it once and lifted.

The fog stayed on the screen.

In the morning the wall was covered with white squares. As the sun reached them they let go, one after another, and came down without a sound.

At the back of the crowd was a young man with ink on his cuffs and a roll of parchment under his arm. He picked up a sheet. He held it to the light for a long time; then he shook it beside his ear and listened.

"What is this?" he asked, in Sogdian.

She did not know the language. But there is only one way in the world of asking that.

"*Zhi*," she said. Paper.

"*Zhi*," he said after her, so badly that he was the first to laugh.`,
      'fr-fr': `Le gouverneur demanda aux captifs ce qu’ils savaient faire.

Les forgerons furent envoyés à gauche, les tisserands à droite. Quand vint le tour de Lin Zhi, l’interprète s’y reprit à trois fois, car nul ne connaissait le mot. À la fin elle s’accroupit et dessina du doigt dans la poussière une cuve, un tamis, une goutte d’eau.

« Elle fait de l’eau ? demanda le gouverneur.

— Elle dit, hasarda l’interprète, qu’elle change les vêtements en une chose où l’on peut écrire. »

Le gouverneur rit et la fit mener à l’ancienne teinturerie, près de la porte de l’ouest. Un canal y venait du Zeravchan, et l’eau en était froide comme un dos de couteau. Lin Zhi y plongea la main et ferma les yeux. Son père disait qu’un papetier doit d’abord goûter : l’eau trop dure fait la feuille cassante, l’eau trop douce la fait sans os. Elle goûta. C’était de la bonne eau. En huit mois de route, c’était la première chose qui ne lui fît pas peur.

Elle demanda des chiffons, de vieux cordages, de l’écorce de mûrier ; un chaudron et des cendres. Les teinturiers s’attroupèrent pour rire. Ils la virent bouillir et la virent battre. Ils la virent verser dans la cuve une espèce de boue et remuer jusqu’à ce qu’elle y flottât comme un brouillard. Alors elle prit le tamis à deux mains, le laissa descendre, le berça une fois et le souleva.

Le brouillard resta sur le tamis.

Au matin, le mur était couvert de carrés blancs. À mesure que le soleil les touchait, ils se détachaient un à un et tombaient sans bruit.

Derrière la foule se tenait un jeune homme, de l’encre aux manchettes, un rouleau de parchemin sous le bras. Il ramassa une feuille. Il la tint longtemps devant la lumière ; puis il la secoua contre son oreille et écouta.

« Qu’est-ce que c’est ? » demanda-t-il en sogdien.

Elle ignorait cette langue. Mais il n’y a au monde qu’une manière de poser cette question.

« *Zhi* », dit-elle. Du papier.

« *Zhi* », répéta-t-il, si mal qu’il en rit le premier.`,
      'es-es': `El gobernador preguntó a los cautivos qué sabían hacer.

A los herreros los mandaron a la izquierda, a los tejedores a la derecha. Cuando le tocó a Lin Zhi, el intérprete preguntó tres veces, porque nadie conocía la palabra. Al final ella se agachó y dibujó con el dedo en el polvo una tina, un tamiz, una gota de agua.

—¿Hace agua? —dijo el gobernador.

—Dice —aventuró el intérprete— que convierte la ropa en algo donde se puede escribir.

El gobernador se echó a reír y mandó que la llevaran a la vieja tintorería, junto a la puerta de poniente. Corría por ella una acequia del río Zeravshán, y el agua era fría como el lomo de un cuchillo. Lin Zhi metió la mano y cerró los ojos. Su padre decía que el papelero primero ha de probar: con agua demasiado dura la hoja sale quebradiza; con agua demasiado blanda, sale sin huesos. Probó. Era buena agua. En ocho meses de camino era lo primero que no le daba miedo.

Pidió trapos, cuerdas viejas, corteza de morera; un caldero y ceniza. Los tintoreros se juntaron a divertirse. La vieron cocer y la vieron golpear. La vieron verter en la tina una especie de lodo y removerlo hasta que quedó flotando como una niebla. Entonces tomó el tamiz con las dos manos, lo dejó hundirse, lo meció una vez y lo alzó.

La niebla se quedó en el tamiz.

Por la mañana, la pared estaba cubierta de cuadrados blancos. A medida que les daba el sol se iban soltando, uno tras otro, y caían sin ruido.

Detrás de la gente había un joven con tinta en los puños y un rollo de pergamino bajo el brazo. Recogió una hoja. La sostuvo largo rato a contraluz; luego la agitó junto al oído y escuchó.

—¿Qué es esto? —preguntó en sogdiano.

Ella no conocía esa lengua. Pero solo hay en el mundo una manera de preguntar eso.

—*Zhi* —dijo. Papel.

—*Zhi* —repitió él, tan mal que fue el primero en reírse.`,
      'ar-sa': `سأل الوالي الأسرى عمّا يُحسنون.

فأُرسل الحدّادون إلى اليسار والنسّاجون إلى اليمين. فلمّا جاء دور لين تشي أعاد الترجمان السؤال ثلاثًا، إذ لم يعرف أحد الكلمة. وأخيرًا جثت ورسمت بإصبعها في التراب حوضًا وغربالًا وقطرة ماء.

قال الوالي: «تصنع الماء؟»

قال الترجمان متردّدًا: «تقول إنها تحيل الثياب شيئًا يُكتب عليه».

ضحك الوالي وأمر بأن تؤخذ إلى المصبغة القديمة عند الباب الغربيّ. كان فيها ساقية من نهر زرافشان، ماؤها بارد كظهر السكّين. أدخلت لين تشي يدها وأغمضت عينيها. كان أبوها يقول إن على صانع الورق أن يذوق أوّلًا: فالماء العسر يجعل الورقة هشّة، والماء اليسير يجعلها بلا عظام. ذاقت. كان ماءً طيّبًا. وفي ثمانية أشهر من الطريق كان أوّل شيء لا يخيفها.

طلبت خِرَقًا وحبالًا بالية ولحاء توت، ومرجلًا ورمادًا. واجتمع الصبّاغون يتسلّون. رأوها تغلي ورأوها تدقّ، ورأوها تصبّ في الحوض ما يشبه الطين وتحرّكه حتى صار معلّقًا كالضباب. ثم أخذت الغربال بكلتا يديها، وغمسته، وهزّته هزّة واحدة، ورفعته.

وبقي الضباب على الغربال.

وفي الصباح كان الجدار مغطًّى بمربّعات بيضاء، كلّما مسّتها الشمس انفصلت واحدة بعد أخرى وسقطت بلا صوت.

وخلف الناس شابّ على كُمّيه حبر وتحت إبطه رقّ ملفوف. التقط ورقة ورفعها إلى الضوء طويلًا، ثم هزّها عند أذنه وأصغى.

سأل بالسغديّة: «ما هذا؟»

لم تكن تعرف تلك اللغة، لكن ليس في الدنيا لهذا السؤال إلا نبرة واحدة.

قالت: «*تشي*». ورق.

فأعاد: «*تشي*»، وأساء نطقها حتى كان أوّل من ضحك.`,
    },
  },
  {
    title: {
      'zh-cn': '一页换一字',
      'en-us': 'A Word for a Page',
      'fr-fr': 'Un mot pour une page',
      'es-es': 'Una palabra por una página',
      'ar-sa': 'كلمة بصفحة',
    },
    text: {
      'zh-cn': `他叫法鲁克，在大清真寺旁的抄书坊里抄书，一天抄八页，一页挣一枚铜钱。抄书坊用羊皮，一部书要一百只羊。他算过：他这辈子抄的书，够撒马尔罕的人吃三年肉。

他每隔一日来一次，说是来买纸。其实他买不起，林芷也没有定价。他们便定了个规矩：一页纸，换一个字。

第一日，他用芦苇笔写了一个“水”，从右往左，像一条鱼游过去。林芷看得出神。她学过的字都是站着的，一个一个，像庙里的人；他的字却手拉着手，像过节的人。

她拿起自己的笔，在旁边写了“水”。法鲁克看了半天，说：“这是一条河，有两岸。”

她听懂了“河”。

到了秋天，她攒了七十个字，他攒了七十页纸。七十个字能说些什么呢？能说“今天冷”，能说“鱼便宜”，能说“你的笔坏了，我给你削一支”。有些话七十个字还说不出来，两个人便坐在渠边不说。水从他们脚下流过去，带着一点点桑皮的白。

有一天他来得很晚，身上有尘土。他说，抄书坊的师傅看见了那些纸，说这是俘虏的东西，写上去的话也要变成俘虏。

“你信么？”她问。她已经能问这样的话了。

法鲁克从怀里取出一叠纸来，七十页，用红线订在一起，每一页都写满了。她一个字一个字地认：水，鱼，笔，冷，桑，渠……

是她教他的，和他教她的，每一个字，都记着是哪一天。

“这是我抄的第一本，”他说，“没有人叫我抄的书。”`,
      'en-us': `His name was Farrukh. He copied in the shop beside the great mosque, eight pages a day for a copper each. The shop wrote on sheepskin, and a large book took a hundred sheep. He had worked it out once: the books he would copy in his life could have fed Samarkand meat for three years.

He came every second day, to buy paper, he said. In truth he could not afford it, and she had set no price. So they made a rule. For each page, one word.

On the first day he cut his reed and wrote *water*, from right to left, like a fish going by. She could not look away. The words that she had learned stood upright one by one like people in a temple. His held hands, like people at a feast.

She took her own brush and wrote *water* beside it. Farrukh considered it for some time. "It is a river," he said, "with two banks."

She understood *river*.

By autumn she had seventy words and he had seventy pages. What can be said with seventy words? One can say: *it is cold today*. One can say: *fish is cheap*. One can say: *your pen is spoilt, I will cut you another*. Some things cannot be said with seventy words, and those they did not say, sitting by the channel, while the water went past beneath their feet with a little of the whiteness of mulberry in it.

One day he came late, with dust upon him. The master of the shop had seen the sheets. They were a captive's work, the master said, and whatever was written on them would be captive too.

"Do you believe that?" she asked. She was already able to ask such things.

Farrukh drew a bundle from his coat: seventy pages, sewn together with a red thread, all of them full. She spelled it out. Water. Fish. Pen. Cold. Mulberry. Channel.

Every word that either had given the other was there, and beside each word the day.

"It is the first book I ever copied," he said, "that nobody told me to."`,
      'fr-fr': `Il s’appelait Farrukh. Il copiait dans l’atelier voisin de la grande mosquée, huit pages par jour à un cuivre la page. L’atelier écrivait sur peau de mouton, et un grand livre en demandait cent. Il avait fait le calcul : les livres qu’il copierait dans sa vie auraient pu nourrir Samarcande de viande pendant trois ans.

Il venait un jour sur deux, pour acheter du papier, disait-il. En vérité il n’en avait pas les moyens, et elle n’avait pas fixé de prix. Ils convinrent donc d’une règle : pour une page, un mot.

Le premier jour, il tailla son roseau et écrivit *eau*, de droite à gauche, comme passe un poisson. Elle n’en détachait plus les yeux. Les mots qu’elle avait appris se tenaient debout, un par un, comme les gens dans un temple. Les siens se donnaient la main, comme les gens dans une fête.

Elle prit son pinceau et traça *eau* à côté. Farrukh l’examina longtemps. « C’est une rivière, dit-il, avec ses deux rives. »

Elle comprit *rivière*.

À l’automne, elle avait soixante-dix mots et lui soixante-dix pages. Que peut-on dire avec soixante-dix mots ? On peut dire : *il fait froid aujourd’hui*. On peut dire : *le poisson est bon marché*. On peut dire : *ta plume est gâtée, je t’en taillerai une autre*. Certaines choses ne se disent pas avec soixante-dix mots ; celles-là, ils ne les disaient pas, assis au bord du canal, tandis que l’eau passait sous leurs pieds avec un peu de la blancheur du mûrier.

Un jour il arriva tard, couvert de poussière. Le maître de l’atelier avait vu les feuilles. C’était ouvrage de captive, disait-il, et tout ce qu’on y écrirait serait captif aussi.

« Tu le crois ? » demanda-t-elle. Elle savait déjà demander ces choses-là.

Farrukh tira de son manteau une liasse : soixante-dix pages cousues d’un fil rouge, toutes pleines. Elle épela. Eau. Poisson. Plume. Froid. Mûrier. Canal.

Chaque mot que l’un avait donné à l’autre y était et, à côté de chaque mot, le jour.

« C’est le premier livre que je copie, dit-il, sans que personne me l’ait demandé. »`,
      'es-es': `Se llamaba Farruj. Copiaba en el taller contiguo a la gran mezquita, ocho páginas al día, a un cobre la página. El taller escribía en piel de oveja, y un libro grande se llevaba cien ovejas. Una vez echó la cuenta: con los libros que copiaría en su vida, Samarcanda habría comido carne tres años.

Venía un día sí y otro no, a comprar papel, según decía. En realidad no podía pagarlo, y ella no le había puesto precio. Así que acordaron una regla: por cada página, una palabra.

El primer día cortó su caña y escribió *agua*, de derecha a izquierda, como pasa un pez. Ella no podía apartar los ojos. Las palabras que había aprendido se tenían en pie una a una, como la gente en un templo. Las de él se daban la mano, como la gente en una fiesta.

Ella tomó su pincel y trazó *agua* al lado. Farruj la examinó un buen rato.

—Es un río —dijo— con sus dos orillas.

Ella entendió *río*.

En otoño ella tenía setenta palabras y él setenta páginas. ¿Qué se puede decir con setenta palabras? Se puede decir: *hoy hace frío*. Se puede decir: *el pescado está barato*. Se puede decir: *se te ha estropeado la pluma, te cortaré otra*. Hay cosas que no se dicen con setenta palabras, y esas no las decían, sentados junto a la acequia, mientras el agua les pasaba bajo los pies con un poco del blanco de la morera.

Un día llegó tarde, cubierto de polvo. El maestro del taller había visto las hojas. Eran obra de una cautiva, decía, y cuanto se escribiera en ellas quedaría cautivo también.

—¿Tú lo crees? —preguntó ella. Ya sabía preguntar esas cosas.

Farruj sacó del manto un manojo: setenta páginas cosidas con un hilo rojo, todas llenas. Ella fue deletreando. Agua. Pez. Pluma. Frío. Morera. Acequia.

Allí estaba cada palabra que uno le había dado al otro y, junto a cada palabra, el día.

—Es el primer libro que copio —dijo él— sin que nadie me lo mande.`,
      'ar-sa': `اسمه فرّخ. كان ينسخ في الدكّان المجاور للجامع الكبير، ثماني صفحات في اليوم، والصفحة بفلس نحاس. كان الدكّان يكتب على جلود الغنم، والكتاب الكبير يستهلك مئة رأس. وقد حسبها مرّة: الكتب التي سينسخها في عمره كانت تكفي أهل سمرقند لحمًا ثلاث سنوات.

كان يأتي يومًا ويغيب يومًا، ليشتري ورقًا كما يقول. والحقّ أنه لا يملك الثمن، وهي لم تضع ثمنًا. فاتّفقا على قاعدة: لكلّ صفحة كلمة.

في اليوم الأوّل برى قصبته وكتب *ماء*، من اليمين إلى اليسار كما تمرّ السمكة. لم تستطع أن تصرف عينيها. فالكلمات التي تعلّمتها تقف منتصبة، واحدة واحدة، كالناس في معبد، أمّا كلماته فيمسك بعضها بيد بعض كالناس في عيد.

تناولت فرشاتها ورسمت *ماء* إلى جانبها. تأمّلها فرّخ طويلًا وقال: «هذا نهر له ضفّتان».

ففهمت كلمة *نهر*.

وحلّ الخريف وعندها سبعون كلمة وعنده سبعون صفحة. ماذا يقال بسبعين كلمة؟ يقال: *اليوم بارد*. ويقال: *السمك رخيص*. ويقال: *قلمك فسد، سأبري لك غيره*. وثمّة أشياء لا تقال بسبعين كلمة، وتلك لم يقولاها، وهما جالسان عند الساقية والماء يمرّ تحت أقدامهما وفيه شيء من بياض التوت.

وذات يوم جاء متأخّرًا وعليه غبار. رأى معلّم الدكّان الأوراق فقال إنها صنعة أسيرة، وإن كلّ ما يُكتب عليها يصير أسيرًا مثلها.

سألته: «أتصدّق ذلك؟» وكانت قد صارت تعرف كيف تسأل مثل هذا السؤال.

أخرج فرّخ من عباءته رزمة: سبعون صفحة خيطت بخيط أحمر، مملوءة كلّها. راحت تتهجّى: ماء. سمكة. قلم. برد. توت. ساقية.

كلّ كلمة أعطاها أحدهما للآخر كانت هناك، وإلى جانب كلّ كلمة يومُها.

قال: «هذا أوّل كتاب أنسخه من غير أن يأمرني أحد».`,
    },
  },
  {
    title: {
      'zh-cn': '风里的纸',
      'en-us': 'Sheets on the Wind',
      'fr-fr': 'Feuilles au vent',
      'es-es': 'Hojas al viento',
      'ar-sa': 'أوراق في الريح',
    },
    text: {
      'zh-cn': `冬天，总督要了一百刀纸，送往巴格达。信使回来时带了一袋银子，和一句话：还要。

染坊改名叫了纸坊，二十个人听林芷差遣。有人对她说，她很快就可以赎身了，可以跟着商队回长安去，春天走，冬天到。

她夜里睡不着，起来尝水。水还是那样的水。

那天早晨起了大风。晾在墙上的纸全给吹了起来，几百张，越过城墙，越过圆顶，满天都是白的。小孩子追着跑，以为是下雪。整个撒马尔罕的人都停下来仰着头。

法鲁克从抄书坊跑出来，在集市中央抓住了一张。纸上有字。不是他写的。

是她的字，一个一个站着的字，底下又用他教的字写了一遍，手拉着手，歪歪扭扭：

> 长安的水，我记得是甜的。可是我忘了那里有谁在等我。这里的水我天天尝。这里有人等。

他看了很久，然后逆着风往城西跑。风里都是纸，打在他脸上，轻得像什么也没有。

她站在渠边，两手空空，笑着，头发全散了。

“一百张都飞了，”她说，说得又快又准，没有一个错字，“你要赔我一百个字。”`,
      'en-us': `In winter the governor ordered a hundred reams for Baghdad. The courier came back with a bag of silver and one word: *more*.

The dye-works was a paper mill now, and twenty people did as Lin Zhi said. Someone told her that she would soon be able to buy her freedom. She could go home with the caravans, leave in spring and be in Chang'an by the snow.

At night she could not sleep, and got up and tasted the water. It was the same water.

That morning a great wind came. It took the drying sheets from the wall, hundreds of them, over the ramparts and over the domes, until the sky was white. Children ran after them and thought that it was snowing. All Samarkand stood still with its head back.

Farrukh ran out of the shop and caught one in the middle of the market. There was writing on it, and not his.

It was hers: the upright words, one by one, and beneath them the same in the letters that he had taught her, hand in hand and rather crooked.

> I remember that the water of Chang'an is sweet. But I have forgotten who is waiting for me there. The water here I taste every day. Here somebody waits.

He read it for a long time. Then he ran to the western gate, against the wind. The air was full of paper. It struck his face, and it weighed nothing at all.

She stood beside the channel with empty hands, laughing, and all her hair had come down.

"A hundred sheets gone," she said, quickly and without one mistake. "You owe me a hundred words."`,
      'fr-fr': `L’hiver, le gouverneur commanda cent rames pour Bagdad. Le courrier revint avec un sac d’argent et un seul mot : *encore*.

La teinturerie était devenue moulin à papier, et vingt personnes obéissaient à Lin Zhi. On lui dit que bientôt elle pourrait racheter sa liberté. Elle rentrerait avec les caravanes, partie au printemps, à Chang’an pour les neiges.

La nuit, elle ne dormait pas ; elle se levait et goûtait l’eau. C’était la même eau.

Ce matin-là se leva un grand vent. Il prit au mur les feuilles qui séchaient, des centaines, par-dessus les remparts et par-dessus les coupoles, si bien que le ciel fut blanc. Les enfants couraient après et croyaient qu’il neigeait. Tout Samarcande s’arrêta, la tête renversée.

Farrukh sortit en courant de l’atelier et en saisit une au milieu du marché. Il y avait de l’écriture, et ce n’était pas la sienne.

C’était la sienne à elle : les mots debout, un par un, et dessous les mêmes dans les lettres qu’il lui avait apprises, la main dans la main et un peu de travers.

> Je me souviens que l’eau de Chang’an est douce. Mais j’ai oublié qui m’y attend. L’eau d’ici, je la goûte chaque jour. Ici quelqu’un attend.

Il lut longtemps. Puis il courut vers la porte de l’ouest, contre le vent. L’air était plein de papier. Les feuilles lui frappaient le visage et ne pesaient rien.

Elle se tenait au bord du canal, les mains vides ; elle riait, et tous ses cheveux s’étaient défaits.

« Cent feuilles envolées, dit-elle, vite et sans une faute. Tu me dois cent mots. »`,
      'es-es': `En invierno el gobernador encargó cien resmas para Bagdad. El correo volvió con una bolsa de plata y una sola palabra: *más*.

La tintorería era ya un molino de papel, y veinte personas hacían lo que Lin Zhi mandaba. Le dijeron que pronto podría comprar su libertad. Volvería con las caravanas: salir en primavera y estar en Chang'an con las nieves.

De noche no dormía; se levantaba y probaba el agua. Era la misma agua.

Aquella mañana se levantó un gran viento. Se llevó de la pared las hojas puestas a secar, cientos de ellas, por encima de las murallas y por encima de las cúpulas, hasta que el cielo fue blanco. Los niños corrían detrás creyendo que nevaba. Toda Samarcanda se detuvo con la cabeza echada hacia atrás.

Farruj salió corriendo del taller y atrapó una en medio del mercado. Tenía algo escrito, y no lo había escrito él.

Era letra de ella: las palabras en pie, una a una, y debajo las mismas con las letras que él le había enseñado, de la mano y algo torcidas.

> Recuerdo que el agua de Chang'an es dulce. Pero he olvidado quién me espera allí. El agua de aquí la pruebo todos los días. Aquí espera alguien.

La leyó mucho rato. Después corrió hacia la puerta de poniente, contra el viento. El aire estaba lleno de papel. Le daba en la cara y no pesaba nada.

Ella estaba junto a la acequia con las manos vacías, riéndose, y se le había soltado todo el pelo.

—Han volado cien hojas —dijo, deprisa y sin una sola falta—. Me debes cien palabras.`,
      'ar-sa': `وفي الشتاء أوصى الوالي بمئة رزمة لبغداد، فعاد البريد بكيس فضّة وكلمة واحدة: *زيدوا*.

صارت المصبغة معملًا للورق، وعشرون نفسًا يأتمرون بأمر لين تشي. وقيل لها إنها ستقدر قريبًا على أن تشتري حرّيتها، فترجع مع القوافل: ترحل في الربيع وتبلغ تشانغآن مع الثلج.

وفي الليل لا تنام، فتقوم وتذوق الماء. وهو هو الماء.

وفي ذلك الصباح هبّت ريح شديدة، فانتزعت عن الجدار مئات الأوراق وحملتها فوق الأسوار وفوق القباب حتى ابيضّت السماء. وجرى الأطفال خلفها يحسبونها ثلجًا، ووقفت سمرقند كلّها ورؤوسها إلى الوراء.

خرج فرّخ من الدكّان راكضًا وأمسك ورقة في وسط السوق. كان عليها كتابة، وليست كتابته.

كانت بخطّها: الكلمات المنتصبة واحدة واحدة، وتحتها الكلمات نفسها بالحروف التي علّمها إيّاها، يدًا بيد، معوجّة بعض الشيء.

> أذكر أن ماء تشانغآن عذب، لكنني نسيت من ينتظرني هناك. أمّا ماء هذا البلد فأذوقه كلّ يوم. وهنا من ينتظر.

قرأها طويلًا، ثم ركض إلى الباب الغربيّ عكس الريح. كان الهواء ملآن ورقًا يصفع وجهه ولا وزن له.

كانت واقفة عند الساقية خالية اليدين، تضحك، وقد انسدل شعرها كلّه.

قالت مسرعةً لا تخطئ في حرف: «طارت مئة ورقة. لي عليك مئة كلمة».`,
    },
  },
];
