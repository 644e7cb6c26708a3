import { at, circle, ellipse, type Paint, rect, repeat, shape, star, stripes, stroke } from '../draw/svg.ts';
import {
  type Art,
  bed,
  bloomView,
  bowl,
  cup,
  curtains,
  floor,
  H,
  nightView,
  plant,
  rainView,
  snowView,
  sofa,
  sunView,
  table,
  W,
  wall,
  windowView,
} from './mochi-room.ts';
import {
  blue,
  blueLight,
  blueLines,
  blueTint,
  box,
  bubble,
  burst,
  cat,
  catHead,
  fish,
  heart,
  human,
  oval,
  paper,
  petals,
  pink,
  pinkLight,
  pinkTint,
  print,
  signs,
} from './riso-parts.ts';

/** The stock of panels: mornings, mischief, thoughts and evenings. */
export const openings: Record<string, Art> = {
  sun: () =>
    wall(pinkLight) +
    windowView(250, 70, 360, 330, sunView(360, 330)) +
    curtains(250, 70, 360, 330) +
    floor() +
    shape('M240 520L620 520L520 640H60Z', pinkTint) +
    cat(260, 420, 0.72, 'stretch', 'happy'),
  rain: () =>
    wall(blueLight) +
    windowView(220, 60, 400, 340, rainView(400, 340)) +
    floor() +
    plant(110, 470, 0.9) +
    cat(420, 310, 0.8, 'back', 'dot'),
  snow: () =>
    wall(pinkLight) +
    windowView(200, 60, 420, 330, snowView(420, 330)) +
    floor(500, stripes(blue, 60, 8, 90)) +
    cat(330, 390, 0.8, 'loaf', 'wide'),
  bloom: () =>
    wall(blueLight) +
    windowView(160, 50, 460, 360, bloomView(460, 360)) +
    curtains(160, 50, 460, 360) +
    floor() +
    cat(360, 330, 0.78, 'sit', 'love') +
    petals('in', W, H, 9, () => ellipse(0, 0, 8, 13, pink)),
  breakfast: () =>
    wall(stripes(pink, 60, 18, 0)) +
    table(430) +
    human(500, 190, 0.85, 'calm') +
    table(430) +
    cup(200, 430) +
    print({ mask: oval(380, 424, 90, 18), line: oval(380, 424, 90, 18) }) +
    fish(380, 400, 0.6, 'solid') +
    cat(110, 500, 0.8, 'peek', 'left'),
  laundry: () =>
    wall(pinkLight) +
    stroke('M0 90Q360 150 720 80', blue, 6) +
    repeat(5, (i) => {
      const d = `M${60 + i * 136} ${108 + (i % 3) * 8}h90v${140 + (i % 2) * 60}h-90Z`;
      return print({ mask: d, pink: shape(d, i % 2 ? pink : stripes(pink, 20, 10, 90)), line: d });
    }) +
    floor(540) +
    print({
      mask: 'M160 380H560L520 570H200Z',
      blue: shape('M160 380H560L520 570H200Z', blueLines),
      line: 'M160 380H560L520 570H200Z',
    }) +
    cat(360, 320, 0.86, 'peek', 'dot'),
  desk: () =>
    wall(blueLight) +
    table(440) +
    print({
      mask: box(330, 200, 280, 190, 12),
      blue: rect(350, 218, 240, 150, blueTint),
      line: `${box(330, 200, 280, 190, 12)}M300 440h340l-30 -50h-280Z`,
    }) +
    plant(140, 380, 0.8) +
    cat(400, 360, 0.62, 'puddle', 'tired'),
  bedtime: () =>
    wall(blueTint) +
    windowView(440, 40, 220, 220, nightView(220, 220)) +
    floor(580) +
    bed(80, 380) +
    human(200, 300, 0.7, 'asleep') +
    print({
      mask: 'M100 400Q360 300 640 400V530H100Z',
      pink: shape('M100 400Q360 300 640 400V530H100Z', stripes(pink, 44, 22, 35)),
      line: 'M100 400Q360 300 640 400V530H100Z',
    }) +
    cat(440, 280, 0.6, 'loaf', 'wide'),
  bath: () =>
    wall(stripes(blue, 80, 4, 0)) +
    wall(stripes(blue, 80, 4, 90)) +
    print({
      mask: 'M120 330H620Q610 560 520 560H220Q130 560 120 330Z',
      pink: shape('M120 380H612Q600 560 520 560H220Q130 560 120 380Z', pinkLight),
      line: 'M100 330H640M120 330Q130 560 220 560H520Q610 560 620 330',
    }) +
    repeat(16, (i) =>
      print({
        mask: oval(160 + i * 28, 330 - (i % 3) * 16, 26, 24),
        line: oval(160 + i * 28, 330 - (i % 3) * 16, 26, 24),
        width: 4,
      }),
    ) +
    catHead(370, 250, 0.95, 'tired', 'sad'),
  balcony: () =>
    wall(pinkLight) +
    repeat(7, (i) => {
      const d = `M${i * 110 - 20} 420V${200 + ((i * 67) % 120)}h100V420Z`;
      return print({ mask: d, blue: shape(d, i % 2 ? blueTint : blueLines), line: d, width: 4 });
    }) +
    circle(560, 110, 60, pink) +
    print({ mask: box(0, 420, W, 220), line: `M0 420H${W}M0 460H${W}` }) +
    repeat(13, (i) => stroke(`M${20 + i * 57} 460V640`, blue, 8)) +
    cat(250, 330, 0.72, 'loaf', 'closed'),
  parcel: () =>
    wall(blueLight) +
    print({
      mask: box(420, 60, 230, 480),
      pink: shape(box(420, 60, 230, 480), pinkTint),
      line: `${box(420, 60, 230, 480)}${oval(620, 310, 12, 12)}`,
    }) +
    floor(540) +
    print({
      mask: 'M90 400L250 350L400 400L240 460Z',
      line: 'M90 400L250 350L400 400L240 460ZM90 400V530L240 596V460M400 400V530L240 596',
    }) +
    cat(560, 330, 0.72, 'sit', 'wide', 'open'),
  sofa: () =>
    wall(stripes(pink, 90, 6, 45)) +
    floor() +
    sofa +
    human(470, 200, 0.9, 'calm') +
    print({ mask: box(360, 330, 250, 170, 16), line: box(360, 330, 250, 170, 16) }) +
    cat(180, 340, 0.66, 'loaf', 'left'),
  storm: () =>
    rect(0, 0, W, H, blue) +
    shape('M420 0L330 230H420L300 470L560 190H450L540 0Z', paper) +
    rect(0, 520, W, 120, paper) +
    print({
      mask: box(140, 420, 440, 180, 80),
      pink: shape(box(140, 420, 440, 180, 80), pink),
      line: box(140, 420, 440, 180, 80),
    }) +
    catHead(360, 420, 0.8, 'wide', 'sad'),
};

export const actions: Record<string, Art> = {
  box: () =>
    wall(pinkLight) +
    floor() +
    print({
      mask: 'M190 330H530V560H190Z',
      pink: shape('M190 330H530V560H190Z', pinkTint),
      line: 'M190 330H530V560H190ZM190 330L110 400M530 330L610 400',
    }) +
    cat(360, 270, 0.95, 'peek', 'happy'),
  yarn: () =>
    wall(blueLight) +
    floor() +
    stroke('M40 560Q200 480 300 560T520 520', pink, 9) +
    print({
      mask: oval(560, 480, 90, 88),
      pink: shape(oval(560, 480, 90, 88), pink),
      line: `${oval(560, 480, 90, 88)}M490 430Q560 470 640 450M480 480Q560 520 646 500M510 550Q520 470 600 400`,
    }) +
    cat(250, 340, 0.85, 'jump', 'wide', 'open'),
  cup: () =>
    wall(pinkLight) +
    table(400) +
    cup(540, 470, 60) +
    repeat(5, (i) => shape(oval(600 + (i % 2) * 40, 430 + i * 40, 9, 13), pink)) +
    cat(300, 190, 0.72, 'sit', 'left'),
  fish: () =>
    wall(blueLight) +
    floor() +
    bowl(520, 570, true) +
    fish(530, 420, 1, 'solid') +
    cat(230, 300, 0.8, 'sit', 'love', 'open'),
  bird: () =>
    wall(pinkLight) +
    windowView(
      120,
      50,
      480,
      400,
      `${sunView(480, 400)}${print({ mask: oval(300, 220, 60, 50), pink: shape(oval(300, 220, 60, 50), pink), line: 'M240 220a60 50 0 1 1 120 0a60 50 0 1 1 -120 0ZM240 214l-34 12l36 12M290 220q40 -10 60 30M300 270v40M330 268v40M140 310H460' })}${circle(268, 206, 6, blue)}`,
    ) +
    floor(560) +
    cat(220, 400, 0.7, 'back', 'dot'),
  keyboard: () =>
    wall(blueLight) +
    table(470) +
    print({ mask: box(150, 90, 420, 260, 16), line: `${box(150, 90, 420, 260, 16)}M330 350v60M250 412h220` }) +
    repeat(7, (i) => shape(star(200 + i * 52, 160 + (i % 3) * 60, 18, 8, 5), i % 2 ? pink : blue)) +
    print({ mask: box(130, 440, 460, 60, 10), line: box(130, 440, 460, 60, 10) }) +
    cat(330, 410, 0.6, 'puddle', 'happy'),
  plant: () =>
    wall(pinkLight) +
    floor() +
    at(0, 0, plant(500, 470, 1.5)) +
    cat(270, 380, 0.8, 'lie', 'left') +
    shape('M196 430q-40 -20 -60 10q40 30 60 -10Z', blue),
  bag: () =>
    wall(blueLight) +
    floor() +
    print({
      mask: 'M180 240H540L570 570H150Z',
      pink: shape('M180 240H540L570 570H150Z', stripes(pink, 50, 25, 90)),
      line: 'M180 240H540L570 570H150ZM270 240Q270 130 360 130T450 240',
    }) +
    stroke('M500 560Q640 580 640 480', blue, 22) +
    catHead(360, 300, 0.7, 'dot'),
  mirror: () =>
    wall(pinkLight) +
    floor() +
    print({
      mask: oval(510, 300, 150, 230),
      blue: shape(oval(510, 300, 150, 230), blueLight),
      line: oval(510, 300, 150, 230),
      width: 14,
    }) +
    `<g transform="translate(720 0) scale(-1 1)">${cat(240, 330, 0.66, 'sit', 'wide', 'open')}</g>` +
    cat(190, 330, 0.8, 'sit', 'wide', 'open'),
  vacuum: () =>
    wall(blueLight) +
    floor(480) +
    print({
      mask: 'M240 500q0 -50 150 -50t150 50v40q0 40 -150 40t-150 -40Z',
      line: 'M240 500q0 -50 150 -50t150 50v40q0 40 -150 40t-150 -40ZM240 500q0 46 150 46t150 -46',
    }) +
    circle(390, 494, 12, pink) +
    cat(350, 340, 0.66, 'loaf', 'happy') +
    stroke('M570 520h90M580 560h60M150 520h60M130 560h70', blue, 8),
  butterfly: () =>
    wall(pinkLight) +
    floor(560, pinkTint) +
    at(
      520,
      160,
      print({
        mask: 'M0 0C-20 -90 -110 -90 -90 -20C-110 20 -60 70 0 20C60 70 110 20 90 -20C110 -90 20 -90 0 0Z',
        pink: shape('M0 0C-20 -90 -110 -90 -90 -20C-110 20 -60 70 0 20C60 70 110 20 90 -20C110 -90 20 -90 0 0Z', pink),
        line: 'M0 0C-20 -90 -110 -90 -90 -20C-110 20 -60 70 0 20C60 70 110 20 90 -20C110 -90 20 -90 0 0ZM0 -10V44M0 -14l-24 -40M0 -14l24 -40',
      }),
      1,
      14,
    ) +
    stroke('M440 190Q360 250 400 300T300 330', blue, 4, 'stroke-dasharray="4 16"') +
    cat(260, 400, 0.8, 'jump', 'left', 'open'),
  paper: () =>
    wall(blueLight) +
    floor() +
    print({
      mask: oval(560, 150, 70, 68),
      line: `${oval(560, 150, 70, 68)}${oval(560, 150, 22, 22)}M500 180Q470 400 380 470T120 560L160 600Q400 560 470 480T570 218`,
    }) +
    cat(300, 330, 0.85, 'sit', 'happy'),
  curtain: () =>
    wall(pinkLight) +
    windowView(180, 0, 360, 420, sunView(360, 420)) +
    curtains(180, 24, 360, 420) +
    floor(580) +
    cat(560, 190, 0.6, 'jump', 'wide', 'sad') +
    stroke('M500 300v150M530 320v150M560 310v160', blue, 6),
  blanket: () =>
    wall(blueTint) +
    floor(560) +
    print({
      mask: 'M60 560Q120 330 360 320T660 560Z',
      pink: shape('M60 560Q120 330 360 320T660 560Z', stripes(pink, 44, 22, 30)),
      line: 'M60 560Q120 330 360 320T660 560Z',
    }) +
    catHead(360, 440, 0.85, 'dot') +
    stroke('M620 540Q700 540 690 470', blue, 20),
  shoe: () =>
    wall(pinkLight) +
    floor() +
    print({
      mask: 'M330 360L480 330Q500 440 640 470Q690 500 660 560H330Z',
      pink: shape('M330 470Q520 470 660 520V560H330Z', pink),
      line: 'M330 360L480 330Q500 440 640 470Q690 500 660 560H330ZM490 400l-50 16M510 430l-50 18M330 520H664',
    }) +
    cat(380, 260, 0.72, 'peek', 'closed'),
  tree: () =>
    wall(blueLight) +
    floor() +
    repeat(3, (i) =>
      print({
        mask: `M430 ${60 + i * 120}L${570 + i * 40} ${250 + i * 120}H${290 - i * 40}Z`,
        blue: shape(`M430 ${60 + i * 120}L${570 + i * 40} ${250 + i * 120}H${290 - i * 40}Z`, blueTint),
        line: `M430 ${60 + i * 120}L${570 + i * 40} ${250 + i * 120}H${290 - i * 40}Z`,
      }),
    ) +
    repeat(9, (i) => circle(340 + ((i * 71) % 200), 200 + ((i * 97) % 280), 18, pink)) +
    shape(star(430, 56, 40, 18, 5), pink) +
    catHead(430, 330, 0.6, 'happy') +
    cat(130, 560, 0.01, 'peek', 'dot'),
  umbrella: () =>
    wall(blueLines) +
    floor(560) +
    print({
      mask: 'M80 340Q130 90 400 90T700 340Q640 290 590 340Q540 290 480 340Q430 290 400 340Q350 290 290 340Q240 290 190 340Q140 290 80 340Z',
      pink: shape(
        'M80 340Q130 90 400 90T700 340Q640 290 590 340Q540 290 480 340Q430 290 400 340Q350 290 290 340Q240 290 190 340Q140 290 80 340Z',
        pink,
      ),
      line: 'M80 340Q130 90 400 90T700 340M400 90V520q0 50 -40 50t-40 -40',
    }) +
    cat(440, 410, 0.6, 'sit', 'closed'),
  scale: () =>
    wall(pinkLight) +
    floor() +
    print({ mask: box(180, 520, 360, 70, 20), line: box(180, 520, 360, 70, 20) }) +
    print({
      mask: oval(360, 550, 60, 24),
      pink: shape(oval(360, 550, 60, 24), pinkTint),
      line: `${oval(360, 550, 60, 24)}M360 552l40 -12`,
      width: 5,
    }) +
    cat(360, 260, 0.92, 'sit', 'tired', 'sad'),
  book: () =>
    wall(blueLight) +
    table(470) +
    print({
      mask: 'M120 470Q240 420 360 470Q480 420 600 470V300Q480 250 360 300Q240 250 120 300Z',
      line: 'M120 470Q240 420 360 470Q480 420 600 470V300Q480 250 360 300Q240 250 120 300ZM360 300V470M160 330q80 -30 160 0M160 370q80 -30 160 0M400 330q80 -30 160 0M400 370q80 -30 160 0',
    }) +
    cat(360, 250, 0.62, 'puddle', 'closed'),
  race: () =>
    wall(stripes(pink, 70, 10, 84)) +
    floor(540) +
    repeat(6, (i) => stroke(`M${420 + i * 30} ${250 + i * 48}h${260 - i * 20}`, blue, 7)) +
    cat(230, 340, 1, 'jump', 'wide', 'open') +
    repeat(4, (i) =>
      print({
        mask: oval(560 + i * 40, 560 - (i % 2) * 20, 30, 22),
        line: oval(560 + i * 40, 560 - (i % 2) * 20, 30, 22),
        width: 5,
      }),
    ),
};

export const thoughts: Record<string, Art> = {
  love: () => close('love', 'cat', signs.heart, pinkTint),
  shock: () => rect(0, 0, W, H, pink) + burst(360, 360, 520, paper) + catHead(360, 380, 2.1, 'wide', 'open'),
  plan: () => close('left', 'cat', signs.idea, blueLight),
  hungry: () => close('dot', 'open', signs.fish, pinkLight),
  what: () => close('dot', 'sad', signs.what, blueLines),
  cross: () => close('angry', 'sad', signs.anger, pinkTint),
  song: () => close('happy', 'open', signs.note, blueLight),
  caught: () =>
    wall(blueLight) +
    floor(560) +
    human(230, 210, 1.15, 'shock') +
    cat(540, 330, 0.72, 'sit', 'left') +
    bubble(420, 120, 84, signs.bang ?? '', -1),
};

function close(
  eyes: Parameters<typeof catHead>[3],
  mouth: 'cat' | 'open' | 'sad',
  sign: string | undefined,
  back: Paint,
): string {
  return wall(back) + catHead(320, 420, 2, eyes, mouth, -4) + bubble(570, 140, 110, sign ?? '', -1);
}

export const endings: Record<string, Art> = {
  lap: () =>
    wall(pinkLight) +
    floor(580) +
    sofa +
    human(360, 190, 1.2, 'asleep') +
    cat(300, 440, 0.7, 'loaf', 'closed') +
    bubble(590, 110, 80, signs.zzz ?? '', -1),
  moon: () =>
    rect(0, 0, W, H, blue) +
    circle(480, 210, 150, paper) +
    repeat(26, (i) => shape(star((i * 131) % W, (i * 83) % 400, 9, 4, 4), paper)) +
    print({
      mask: 'M0 640V500L360 400L720 500V640Z',
      pink: shape('M0 640V500L360 400L720 500V640Z', pink),
      line: 'M0 500L360 400L720 500',
    }) +
    cat(370, 250, 0.6, 'back', 'dot'),
  curled: () =>
    wall(blueTint) +
    floor(480) +
    print({
      mask: oval(360, 500, 290, 100),
      pink: shape(oval(360, 500, 290, 100), pink),
      line: oval(360, 500, 290, 100),
    }) +
    print({
      mask: oval(370, 440, 210, 100),
      pink: shape('M400 340Q560 340 578 430Q500 470 400 340Z', pink),
      blue: shape(oval(370, 440, 210, 100), blueLight),
      line: `${oval(370, 440, 210, 100)}M560 490Q420 560 260 500`,
    }) +
    catHead(240, 420, 0.8, 'closed', 'cat', -14) +
    bubble(500, 150, 90, signs.moon ?? '', -1),
  bones: () =>
    wall(pinkLight) +
    floor(500) +
    fish(510, 560, 0.9, 'bones') +
    cat(220, 350, 0.85, 'puddle', 'happy') +
    at(440, 180, heart(50), 1, 12) +
    at(540, 120, heart(30), 1, -10),
  arms: () =>
    wall(blueLight) +
    human(360, 180, 1.5, 'calm') +
    cat(360, 400, 0.9, 'peek', 'happy') +
    at(130, 150, heart(44), 1, -14) +
    at(600, 190, heart(56), 1, 12),
  window: () =>
    wall(blueTint) +
    windowView(120, 60, 480, 380, nightView(480, 380)) +
    floor(580) +
    cat(300, 230, 0.68, 'back', 'dot') +
    cat(470, 280, 0.5, 'back', 'dot'),
};
