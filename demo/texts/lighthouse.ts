export const title = {
  'zh-cn': '拉格朗日灯塔',
  'en-us': 'The Lighthouse at Lagrange',
  'fr-fr': 'Le Phare de Lagrange',
  'es-es': 'El faro de Lagrange',
  'ar-sa': 'منارة لاغرانج',
};
export const introduction = {
  'zh-cn':
    '在地球与月亮之间那个谁也不拉扯谁的地方，有一座无人需要的灯塔。守塔人伊姆雷·韦尔收到一艘四十年前失踪的飞船的回信——信上是他自己的笔迹。',
  'en-us':
    'At the point between Earth and Moon where nothing pulls on anything stands a lighthouse no one needs any more. Its keeper, Imre Vale, gets an answer from a ship lost forty years ago. It is in his own handwriting.',
  'fr-fr':
    'Au point entre la Terre et la Lune où rien ne tire sur rien se dresse un phare dont personne n’a plus besoin. Son gardien, Imre Vale, reçoit la réponse d’un vaisseau perdu il y a quarante ans. Elle est de sa propre main.',
  'es-es':
    'En el punto entre la Tierra y la Luna donde nada tira de nada se alza un faro que ya nadie necesita. Su guardián, Imre Vale, recibe la respuesta de una nave perdida hace cuarenta años. Está escrita de su puño y letra.',
  'ar-sa':
    'في النقطة بين الأرض والقمر، حيث لا شيء يجذب شيئًا، تقوم منارة لم يعد أحد يحتاج إليها. يتلقّى حارسها إمري فيل ردًّا من سفينة فُقدت قبل أربعين عامًا، والردّ بخطّ يده هو.',
};

export const chapters = [
  {
    title: {
      'zh-cn': '一盏没有人要的灯',
      'en-us': 'A Lamp Nobody Needs',
      'fr-fr': 'Une lampe dont nul n’a besoin',
      'es-es': 'Una lámpara que nadie necesita',
      'ar-sa': 'مصباح لا يحتاج إليه أحد',
    },
    text: {
      'zh-cn': `守塔人的工作，按照合同第四条，是“保持灯亮”。合同没有说为谁亮。

伊姆雷·韦尔在拉格朗日灯塔上住了六年。所谓灯塔，是一根九十米长的桁架，一头是反应堆，一头是灯，中间夹着一间比电话亭略大的屋子。它建于人类还在用眼睛航行的年代——那时导航系统常常失灵，船长们把脸贴在舷窗上，找那一点每七秒闪一次的白光，找到了，便松一口气，说：到家了。

现在的飞船不需要看见任何东西。它们从灯塔旁边滑过去，连舷窗都没有。

伊姆雷并不难过。他喜欢这份寂静，喜欢地球从左边的小窗升起来，像一只慢慢睁开的蓝眼睛。他给番茄浇水，给灯换滤片，每天在日志里写一行字：

> 灯亮着。无船。

这一行字他写了两千一百九十遍。

第两千一百九十一天，他端着咖啡飘到桌前，发现日志上已经写好了。

> 灯亮着。一艘船。

是他的字。那个“灯”字的火字旁，最后一点习惯性地甩得太长，小学老师为此罚他抄过一百遍。墨水还没有干透。

伊姆雷放下咖啡。咖啡在空中转了半圈，安静地停住了。他先检查了气闸，没有人进来过；再检查自己的右手，食指上没有墨。最后他才去看窗外。

黑暗里，在本来什么也没有的地方，有一点光闪了一下。

他数着：一，二，三，四，五，六，七。

它又闪了一下。`,
      'en-us': `The keeper's duty, by article four of the contract, is "to keep the light burning." The contract does not say for whom.

Imre Vale had lived six years in the lighthouse at Lagrange. It was a ninety-metre truss with a reactor at one end and a lamp at the other, and between them a room slightly larger than a telephone box. It had been built when people still steered by looking. Instruments failed often then, and captains would press their faces to the glass and search for one white point that flashed every seven seconds; and when they had found it they breathed out and said: nearly home.

Ships no longer needed to see. They slid past the lighthouse without so much as a window.

Imre did not mind. He liked the quiet. He liked the way the Earth came up in the little port on the left, like a blue eye opening slowly. He watered the tomatoes, he changed the filters of the lamp, and every day he wrote one line in the log:

> Light burning. No ships.

He had written it two thousand one hundred and ninety times.

On the two thousand one hundred and ninety-first day he drifted over to the desk with his coffee and found that the line was already there.

> Light burning. One ship.

The hand was his own. There was the *g* with the tail that went on too long; a teacher had once made him write a hundred of them. The ink was not quite dry.

Imre let go of the coffee. It turned half around in the air and stayed there. He checked the airlock: nobody had come in. He checked his right hand: no ink. Only then did he look out of the window.

In the dark, in a place where there had always been nothing, a light flashed.

He counted. One, two, three, four, five, six, seven.

It flashed again.`,
      'fr-fr': `Le devoir du gardien, selon l’article quatre du contrat, est de « maintenir le feu allumé ». Le contrat ne dit pas pour qui.

Imre Vale vivait depuis six ans au phare de Lagrange. C’était une poutrelle de quatre-vingt-dix mètres, un réacteur à un bout, une lampe à l’autre, et entre les deux une pièce à peine plus grande qu’une cabine téléphonique. On l’avait bâti au temps où l’on naviguait encore avec les yeux. Les instruments tombaient souvent en panne ; les capitaines collaient alors leur visage à la vitre et cherchaient un point blanc qui battait toutes les sept secondes. Quand ils l’avaient trouvé, ils soufflaient et disaient : nous voilà presque rentrés.

Les vaisseaux n’ont plus besoin de voir. Ils glissent devant le phare sans même une fenêtre.

Imre ne s’en plaignait pas. Il aimait ce silence. Il aimait la façon dont la Terre montait dans le petit hublot de gauche, comme un œil bleu qui s’ouvre lentement. Il arrosait les tomates, changeait les filtres de la lampe et, chaque jour, écrivait une ligne au journal :

> Feu allumé. Aucun navire.

Il l’avait écrite deux mille cent quatre-vingt-dix fois.

Le deux mille cent quatre-vingt-onzième jour, il flotta jusqu’au bureau avec son café et trouva la ligne déjà tracée.

> Feu allumé. Un navire.

L’écriture était la sienne. C’était bien son *f* à la boucle trop longue ; une institutrice lui en avait jadis fait copier cent. L’encre n’était pas tout à fait sèche.

Imre lâcha le café, qui fit un demi-tour dans l’air et n’en bougea plus. Il vérifia le sas : personne n’était entré. Il vérifia sa main droite : pas d’encre. Alors seulement il regarda par la fenêtre.

Dans le noir, là où il n’y avait jamais rien eu, une lumière brilla.

Il compta. Un, deux, trois, quatre, cinq, six, sept.

Elle brilla de nouveau.`,
      'es-es': `El deber del farero, según el artículo cuarto del contrato, es «mantener la luz encendida». El contrato no dice para quién.

Imre Vale llevaba seis años viviendo en el faro de Lagrange. Era una viga de noventa metros con un reactor en un extremo y una lámpara en el otro, y entre ambos un cuarto apenas mayor que una cabina de teléfono. Lo habían construido cuando aún se navegaba mirando. Entonces los instrumentos fallaban a menudo, y los capitanes pegaban la cara al cristal y buscaban un punto blanco que destellaba cada siete segundos. Cuando lo encontraban, soltaban el aire y decían: casi en casa.

Las naves ya no necesitan ver. Pasan de largo junto al faro sin tener siquiera ventanas.

A Imre no le pesaba. Le gustaba el silencio. Le gustaba cómo subía la Tierra por el ventanuco de la izquierda, igual que un ojo azul que se abre despacio. Regaba los tomates, cambiaba los filtros de la lámpara y cada día escribía una línea en el diario:

> Luz encendida. Ninguna nave.

La había escrito dos mil ciento noventa veces.

El día dos mil ciento noventa y uno flotó hasta la mesa con el café y vio que la línea ya estaba escrita.

> Luz encendida. Una nave.

La letra era la suya. Allí estaba su *g*, con la cola demasiado larga; una maestra le había mandado copiar cien. La tinta no se había secado del todo.

Imre soltó el café, que dio media vuelta en el aire y allí se quedó. Revisó la esclusa: no había entrado nadie. Se miró la mano derecha: ni rastro de tinta. Solo entonces miró por la ventana.

En la oscuridad, donde nunca había habido nada, brilló una luz.

Contó. Uno, dos, tres, cuatro, cinco, seis, siete.

Volvió a brillar.`,
      'ar-sa': `واجب الحارس بحسب المادّة الرابعة من العقد أن «يُبقي النور مضاءً». ولا يقول العقد لمن.

عاش إمري فيل ستّ سنوات في منارة لاغرانج. وما المنارة إلا عارضة طولها تسعون مترًا، في طرفها مفاعل وفي طرفها الآخر مصباح، وبينهما غرفة أكبر قليلًا من كشك هاتف. بُنيت يوم كان الناس يبحرون بعيونهم. كانت الأجهزة تتعطّل كثيرًا، فيلصق القباطنة وجوههم بالزجاج ويبحثون عن نقطة بيضاء تومض كلّ سبع ثوانٍ، فإذا وجدوها تنفّسوا وقالوا: أوشكنا أن نصل.

لم تعد السفن تحتاج إلى أن ترى. تنزلق قرب المنارة وليس فيها نافذة واحدة.

لم يكن إمري حزينًا. كان يحبّ السكون، ويحبّ طلوع الأرض في الكوّة الصغيرة إلى اليسار كعين زرقاء تنفتح على مهل. يسقي الطماطم ويبدّل مرشّحات المصباح، ويكتب كلّ يوم سطرًا في السجلّ:

> النور مضاء. لا سفن.

كتبه ألفين ومئة وتسعين مرّة.

وفي اليوم الحادي والتسعين بعد الألفين والمئة طفا إلى مكتبه بقهوته فوجد السطر مكتوبًا.

> النور مضاء. سفينة واحدة.

كان الخطّ خطّه. ها هي راؤه بذيلها الذي يطول أكثر ممّا ينبغي، وقد عاقبه معلّمه عليها قديمًا بنسخها مئة مرّة. ولم يكن الحبر قد جفّ تمامًا.

ترك إمري القهوة، فدارت نصف دورة في الهواء وسكنت. فحص غرفة الضغط: لم يدخل أحد. فحص يده اليمنى: لا حبر. وعندها فقط نظر من النافذة.

في الظلمة، حيث لم يكن شيء قطّ، لمع ضوء.

راح يعدّ: واحد، اثنان، ثلاثة، أربعة، خمسة، ستّة، سبعة.

ولمع من جديد.`,
    },
  },
  {
    title: {
      'zh-cn': '“晨歌号”',
      'en-us': 'The Aubade',
      'fr-fr': 'L’Aubade',
      'es-es': 'La Alborada',
      'ar-sa': 'سفينة «لحن الفجر»',
    },
    text: {
      'zh-cn': `它叫“晨歌号”。伊姆雷在旧船名录里找到了它：货船，船员四人，四十年前驶往木星，第三个月失去联络。官方结论是陨石。

可此刻它就停在三公里外，船身完好，灯一闪一闪，节奏和灯塔一模一样，只是比灯塔慢半拍，像回声。

他用老式的信号灯打过去：*你是谁？*

等了很久，对面的灯开始闪。短，长，短。伊姆雷的手写得比脑子快：

*我们看见你的灯。请不要熄灭。我们还有四十年的路。*

伊姆雷把这句话看了三遍。然后他做了一件合同里没有写的事：他穿上宇航服，出去了。

三公里，他飘了五十分钟。“晨歌号”的气闸没有锁。里面的空气是新鲜的，带一点番茄叶子的味道——他太熟悉这味道了，每天早晨浇水时都是这个味道。

船里没有人。四个铺位，被子叠得很整齐。驾驶台上放着一杯咖啡，停在半空中，微微地转，还是热的。

旁边摊开一本日志。他不必走近就认得那笔迹。最后一页写着：

> 今天守塔的人出来了。他还不知道。让他自己看镜子。

驾驶台上方有一面镜子，是船员刮胡子用的，边上缺了一个角。

伊姆雷慢慢地抬起头。

镜子里是灯塔的那间小屋：桌子，日志，左边那扇小窗，窗里的地球正像蓝眼睛一样缓缓睁开。屋里有一个人，背对着他，正伸手去够一杯停在半空的咖啡。

那人的右手食指上，有一点墨。`,
      'en-us': `She was called the *Aubade*. Imre found her in the old register: freighter, crew of four, outbound for Jupiter forty years ago, contact lost in the third month. The official finding was a meteoroid.

And here she lay, three kilometres off, without a scratch, her lamp flashing in the rhythm of his own but half a beat behind, like an echo.

He took the hand signal and sent: *Who are you?*

After a long time the other lamp began. Short, long, short. His pencil went faster than his head.

*We see your light. Please do not put it out. We have forty years still to go.*

He read it three times. Then he did a thing that is not in the contract: he put on the suit and went out.

It took fifty minutes to drift three kilometres. The airlock of the *Aubade* was not locked. The air inside was fresh, with a green smell in it that he knew very well. It was tomato leaves. It was the smell of every morning for six years.

There was nobody on board. Four bunks, four blankets squarely folded. On the bridge a cup of coffee hung in the air, turning a little. It was hot.

Beside it lay a log. He had no need to go nearer to know the hand. On the last page stood:

> Today the keeper came out. He does not know yet. Let him look in the mirror himself.

Above the console was a mirror, the kind that crews shave in, with one corner gone.

Slowly Imre raised his head.

In the mirror was the room in the lighthouse: the desk, the log, the little port on the left, and in it the Earth opening like a blue eye. There was a man in the room with his back turned, reaching for a cup of coffee that hung in the air.

On the first finger of the man's right hand there was ink.`,
      'fr-fr': `Il s’appelait l’*Aubade*. Imre le trouva dans l’ancien registre : cargo, quatre hommes d’équipage, parti pour Jupiter quarante ans plus tôt, contact perdu le troisième mois. Conclusion officielle : une météorite.

Or il était là, à trois kilomètres, sans une éraflure, son feu battant au rythme du phare, mais avec un demi-temps de retard, comme un écho.

Il prit la lampe à signaux et envoya : *Qui êtes-vous ?*

Après une longue attente, l’autre feu se mit à battre. Bref, long, bref. Son crayon allait plus vite que sa tête.

*Nous voyons votre lumière. Ne l’éteignez pas, je vous prie. Il nous reste quarante ans de route.*

Il relut trois fois. Puis il fit une chose qui n’est pas au contrat : il passa la combinaison et sortit.

Dériver sur trois kilomètres lui prit cinquante minutes. Le sas de l’*Aubade* n’était pas verrouillé. L’air y était frais, avec une odeur verte qu’il connaissait bien : celle des feuilles de tomate. L’odeur de chacun de ses matins depuis six ans.

Il n’y avait personne à bord. Quatre couchettes, quatre couvertures pliées au carré. Au poste de pilotage, une tasse de café suspendue dans l’air tournait doucement. Elle était chaude.

À côté, un journal ouvert. Il n’eut pas besoin d’approcher pour reconnaître la main. La dernière page disait :

> Aujourd’hui le gardien est sorti. Il ne sait pas encore. Qu’il regarde lui-même dans le miroir.

Au-dessus du pupitre pendait un de ces miroirs où les équipages se rasent ; il y manquait un coin.

Lentement, Imre leva la tête.

Dans le miroir, il y avait la pièce du phare : le bureau, le journal, le petit hublot de gauche, et la Terre qui s’y ouvrait comme un œil bleu. Il y avait un homme, de dos, qui tendait la main vers une tasse de café suspendue.

À l’index de sa main droite, il y avait de l’encre.`,
      'es-es': `Se llamaba la *Alborada*. Imre la encontró en el registro antiguo: carguero, cuatro tripulantes, rumbo a Júpiter hacía cuarenta años, contacto perdido al tercer mes. Conclusión oficial: un meteorito.

Y allí estaba, a tres kilómetros, sin un rasguño, con la luz latiendo al ritmo del faro pero medio compás por detrás, como un eco.

Tomó la lámpara de señales y envió: *¿Quiénes son?*

Al cabo de mucho rato, la otra luz empezó. Corto, largo, corto. El lápiz le iba más rápido que la cabeza.

*Vemos su luz. Por favor, no la apague. Nos quedan cuarenta años de camino.*

Lo leyó tres veces. Después hizo algo que no está en el contrato: se puso el traje y salió.

Tardó cincuenta minutos en derivar tres kilómetros. La esclusa de la *Alborada* no tenía echado el cierre. Dentro el aire era fresco, con un olor verde que conocía muy bien: a hojas de tomate. El olor de todas sus mañanas desde hacía seis años.

A bordo no había nadie. Cuatro literas, cuatro mantas bien dobladas. En el puente, una taza de café colgaba en el aire girando apenas. Estaba caliente.

Al lado había un diario abierto. No le hizo falta acercarse para reconocer la letra. En la última página ponía:

> Hoy ha salido el farero. Todavía no lo sabe. Que se mire él mismo en el espejo.

Sobre la consola había uno de esos espejos en que se afeitan las tripulaciones; le faltaba una esquina.

Imre levantó despacio la cabeza.

En el espejo estaba el cuarto del faro: la mesa, el diario, el ventanuco de la izquierda y, en él, la Tierra abriéndose como un ojo azul. Había un hombre de espaldas que tendía la mano hacia una taza de café suspendida en el aire.

En el índice de la mano derecha tenía una mancha de tinta.`,
      'ar-sa': `اسمها «لحن الفجر». عثر إمري عليها في السجلّ القديم: سفينة شحن، طاقمها أربعة، أبحرت إلى المشتري قبل أربعين عامًا وانقطع خبرها في الشهر الثالث. والنتيجة الرسمية: نيزك.

وها هي على بعد ثلاثة كيلومترات، لا خدش فيها، ومصباحها يخفق على إيقاع المنارة متأخّرًا عنه نصف نبضة كأنه صدى.

أخذ مصباح الإشارة وأرسل: *من أنتم؟*

وبعد انتظار طويل بدأ المصباح الآخر. قصير، طويل، قصير. وكان قلمه أسرع من رأسه:

*نرى نوركم. رجاءً لا تُطفئوه. ما زال أمامنا أربعون عامًا من الطريق.*

قرأها ثلاث مرّات، ثم فعل ما ليس في العقد: لبس البدلة وخرج.

استغرق انجرافه ثلاثة كيلومترات خمسين دقيقة. لم تكن غرفة الضغط في «لحن الفجر» مقفلة. وكان الهواء فيها نقيًّا، فيه رائحة خضراء يعرفها حقّ المعرفة: رائحة ورق الطماطم، رائحة كلّ صباح منذ ستّ سنوات.

لم يكن على متنها أحد. أربعة أسرّة وأربع بطّانيات مطويّة بعناية. وفي غرفة القيادة فنجان قهوة معلّق في الهواء يدور قليلًا، وهو ساخن.

وإلى جانبه سجلّ مفتوح. لم يحتج إلى الاقتراب ليعرف الخطّ. كُتب في الصفحة الأخيرة:

> اليوم خرج الحارس. لا يعلم بعد. فلينظر في المرآة بنفسه.

فوق لوحة القيادة مرآة ممّا يحلق فيه البحّارة ذقونهم، ضاع أحد أركانها.

رفع إمري رأسه على مهل.

في المرآة كانت غرفة المنارة: المكتب والسجلّ والكوّة إلى اليسار، والأرض فيها تنفتح كعين زرقاء. وفي الغرفة رجل أدار ظهره، يمدّ يده إلى فنجان قهوة معلّق في الهواء.

وعلى سبّابة يده اليمنى أثر حبر.`,
    },
  },
  {
    title: {
      'zh-cn': '第五个铺位',
      'en-us': 'The Fifth Bunk',
      'fr-fr': 'La cinquième couchette',
      'es-es': 'La quinta litera',
      'ar-sa': 'السرير الخامس',
    },
    text: {
      'zh-cn': `他没有喊。在真空边上住久了的人，知道喊是没有用的。

他坐到“晨歌号”的驾驶座上，像一个修理工那样想这件事。有两面镜子，或者只有一面；有两个伊姆雷，或者只有一个，而时间在这里打了个褶。拉格朗日点，教科书上说，是引力互相抵消的地方。谁说被抵消的只有引力呢？

他翻开日志，从头读起。

四个船员，四种字迹，写了三个月：伙食，天气，想家。第九十一天，仪表全灭。第九十二天，四种字迹都在说同一件事：*看不见任何东西。*第九十三天，只有一行：

> 左舷有光。七秒一次。像有人在数我们。

从那天起，日志里出现了第五种字迹。

伊姆雷数了数铺位。四个。他又数了一遍，这次蹲下来，看见最底层的储物格被人改过，铺着一条毯子，枕边有一小盆番茄，土还是湿的。

第五种字迹写道：

> 我告诉他们跟着灯走，他们信了。我没有告诉他们那盏灯是我六年后点的。要是没有人点它，我们就从来没有得救过。所以我得回去。总得有人回去把灯守着。

再往下，是给他的。

> 伊姆雷：合同第四条，你问过很多遍是为谁亮。现在你知道了。咖啡给你留着。

他抬头看了看舷窗外。三公里外，灯塔孤零零地立着，白光闪了一下。

一，二，三，四，五，六。

第七秒，灯没有亮。`,
      'en-us': `He did not shout. People who live beside a vacuum learn that there is no use in it.

He sat down in the pilot's chair of the *Aubade* and thought about it as a mechanic would. Either there were two mirrors or there was one. Either there were two Imres, or there was one and time had a pleat in it. At a Lagrange point, the textbooks say, gravity cancels out. Who had ever said that it was only gravity?

He opened the log and read from the beginning.

Four people, four hands, three months: food, weather of the sun, home. On the ninety-first day every instrument went dark. On the ninety-second all four hands said the same: *We cannot see anything.* On the ninety-third there was one line.

> Light to port. Every seven seconds. As though somebody were counting us.

From that day there was a fifth hand in the log.

Imre counted the bunks. Four. He counted again, on his knees this time, and saw that the lowest locker had been made over: a blanket, and by the pillow a small pot with a tomato in it. The soil was wet.

The fifth hand had written:

> I told them to steer for the light and they believed me. I did not tell them that I shall light it six years from now. If nobody lights it we were never saved. So I have to go back. Somebody has to go back and keep it.

And lower down, for him:

> Imre. Article four. You have often asked for whom. Now you know. I have left you the coffee.

He looked out. Three kilometres away the lighthouse stood by itself in the dark, and its white light flashed.

One, two, three, four, five, six.

On seven there was nothing.`,
      'fr-fr': `Il ne cria pas. Qui vit au bord du vide apprend que cela ne sert à rien.

Il s’assit dans le fauteuil du pilote et considéra l’affaire en mécanicien. Ou bien il y avait deux miroirs, ou bien un seul. Ou bien il y avait deux Imre, ou bien un seul, et le temps faisait là un pli. Au point de Lagrange, disent les manuels, les attractions s’annulent. Qui a jamais dit qu’il n’y avait que les attractions ?

Il ouvrit le journal et lut depuis le début.

Quatre personnes, quatre écritures, trois mois : la nourriture, le temps qu’il fait sur le Soleil, la maison. Le quatre-vingt-onzième jour, tous les instruments s’éteignirent. Le quatre-vingt-douzième, les quatre mains disaient la même chose : *Nous n’y voyons rien.* Le quatre-vingt-treizième, une ligne.

> Lumière à bâbord. Toutes les sept secondes. Comme si quelqu’un nous comptait.

À dater de ce jour, il y avait dans le journal une cinquième écriture.

Imre compta les couchettes. Quatre. Il recompta, à genoux cette fois, et vit que le coffre du bas avait été aménagé : une couverture et, près de l’oreiller, un petit pot avec un plant de tomate. La terre était humide.

La cinquième main avait écrit :

> Je leur ai dit de mettre le cap sur la lumière et ils m’ont cru. Je ne leur ai pas dit que c’est moi qui l’allumerai, dans six ans. Si personne ne l’allume, nous n’avons jamais été sauvés. Il faut donc que je retourne là-bas. Il faut bien que quelqu’un y retourne et la garde.

Et plus bas, pour lui :

> Imre. Article quatre. Tu as souvent demandé pour qui. Te voilà fixé. Je t’ai laissé le café.

Il regarda dehors. À trois kilomètres, le phare se dressait seul dans la nuit ; le feu blanc brilla.

Un, deux, trois, quatre, cinq, six.

À sept, rien.`,
      'es-es': `No gritó. Quien vive al borde del vacío aprende que no sirve de nada.

Se sentó en el sillón del piloto y lo pensó como lo pensaría un mecánico. O había dos espejos o había uno. O había dos Imres, o había uno y el tiempo tenía allí un pliegue. En un punto de Lagrange, dicen los manuales, las gravedades se anulan. ¿Quién dijo que fueran solo las gravedades?

Abrió el diario y leyó desde el principio.

Cuatro personas, cuatro letras, tres meses: la comida, el tiempo que hacía en el Sol, la casa. El día noventa y uno se apagaron todos los instrumentos. El noventa y dos, las cuatro letras decían lo mismo: *No vemos nada.* El noventa y tres, una línea.

> Luz a babor. Cada siete segundos. Como si alguien nos contara.

Desde ese día había en el diario una quinta letra.

Imre contó las literas. Cuatro. Volvió a contar, esta vez de rodillas, y vio que el pañol de abajo estaba arreglado: una manta y, junto a la almohada, una maceta con una tomatera. La tierra estaba húmeda.

La quinta letra decía:

> Les dije que pusieran rumbo a la luz y me creyeron. No les dije que la encenderé yo dentro de seis años. Si nadie la enciende, nunca nos salvamos. Así que tengo que volver. Alguien tiene que volver y cuidarla.

Y más abajo, para él:

> Imre. Artículo cuarto. Has preguntado muchas veces para quién. Ahora lo sabes. Te he dejado el café.

Miró hacia fuera. A tres kilómetros, el faro se alzaba solo en la oscuridad, y su luz blanca brilló.

Uno, dos, tres, cuatro, cinco, seis.

Al siete, nada.`,
      'ar-sa': `لم يصرخ. من يسكن على حافّة الفراغ يتعلّم أن الصراخ لا ينفع.

جلس في مقعد الربّان وفكّر في الأمر كما يفكّر ميكانيكيّ. إمّا أن هناك مرآتين أو مرآة واحدة. وإمّا أن هناك إمري اثنين أو واحدًا وللزمن هنا طيّة. تقول الكتب إن قوى الجذب تتلاشى عند نقطة لاغرانج. ومن قال إن الجذب وحده هو الذي يتلاشى؟

فتح السجلّ وقرأ من أوّله.

أربعة أشخاص وأربعة خطوط وثلاثة أشهر: الطعام، وطقس الشمس، والحنين. وفي اليوم الحادي والتسعين انطفأت الأجهزة كلّها. وفي الثاني والتسعين كتبت الأيدي الأربع شيئًا واحدًا: *لا نرى شيئًا.* وفي الثالث والتسعين سطر واحد:

> ضوء إلى اليسار. كلّ سبع ثوانٍ. كأن أحدًا يعدّنا.

ومنذ ذلك اليوم ظهر في السجلّ خطّ خامس.

عدّ إمري الأسرّة. أربعة. ثم عدّها ثانية جاثيًا، فرأى أن الخزانة السفلى قد هُيّئت: بطّانية، وقرب الوسادة أصيص صغير فيه نبتة طماطم، وتربتها رطبة.

كتبت اليد الخامسة:

> قلت لهم أن يتوجّهوا إلى الضوء فصدّقوني. ولم أقل لهم إنني أنا من سيشعله بعد ستّ سنوات. إن لم يشعله أحد فنحن لم ننجُ قطّ. فعليّ أن أعود. لا بدّ أن يعود أحد ليحرسه.

وتحتها، إليه هو:

> إمري. المادّة الرابعة. كثيرًا ما سألت: لمن؟ الآن عرفت. تركت لك القهوة.

نظر إلى الخارج. على بعد ثلاثة كيلومترات كانت المنارة وحدها في الظلام، ولمع نورها الأبيض.

واحد، اثنان، ثلاثة، أربعة، خمسة، ستّة.

وعند السابعة لم يكن شيء.`,
    },
  },
];
