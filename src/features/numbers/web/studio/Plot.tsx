import { AxisBottom, AxisLeft, AxisRight } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import styles from './Plot.module.css';

/** How a series is drawn: by its form, so that nobody needs to tell colours apart. */
export type Form = 'bars' | 'line' | 'dashes';

export interface PlotValues {
  name: string;
  form: Form;
  /** One value for each point; null: nothing is known there. */
  values: readonly (number | null)[];
}

export interface Mark {
  /** The point it stands at. */
  at: number;
  text: string;
}

const height = 260;
const space = { top: 16, bottom: 44, end: 10 };
/** Values beside their axis need so much room, and more for each letter: money has many. */
const valueRoom = { least: 44, around: 18, letter: 6.5 };
/** A name of a point needs so much room below the axis; few points show theirs in several lines. */
const nameWidth = 84;
const fewPoints = 6;
/** A bar is no wider, however few there are. */
const widestBar = 72;
/** The words of a mark need so much room beside it. */
const markRoom = 120;
/** Up to so many points are dots on their line. */
const mostDots = 40;
const keySteps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: 1, ArrowDown: -1 };

/**
 * Values over points, on an axis from 0. The values of one point are told under the pointer, under a finger and by the
 * arrow keys; whoever does not see it finds the same values in the figure's table.
 */
export function Plot({
  name,
  points,
  series,
  write,
  marks = [],
  isLastPartial = false,
}: {
  name: string;
  points: readonly string[];
  series: readonly PlotValues[];
  /** Writes a value with its unit. */
  write: (value: number) => string;
  marks?: readonly Mark[];
  /** The last point is of a period that is not over: no line leads to it. */
  isLastPartial?: boolean;
}) {
  const { dir } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [chosen, setChosen] = useState<number | null>(null);
  const isRtl = dir === 'rtl';
  const last = points.length - 1;
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const up = scaleLinear({ domain: [0, most], range: [height - space.bottom, space.top], nice: 4 });
  const steps = up.ticks(4).filter(Number.isInteger);
  const letters = Math.max(...steps.map((value) => write(value).length));
  const room = Math.max(valueRoom.least, valueRoom.around + letters * valueRoom.letter);
  const left = isRtl ? space.end : room;
  const right = width - (isRtl ? room : space.end);
  const across = scaleBand({
    domain: points.map((_, at) => at),
    range: isRtl ? [right, left] : [left, right],
    padding: 0.25,
  });
  const middleOf = (at: number) => (across(at) ?? 0) + across.bandwidth() / 2;
  const barWidth = Math.min(widestBar, Math.max(1, across.bandwidth()));
  const at = chosen === null ? null : Math.min(chosen, last);

  function choose(event: PointerEvent): void {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - left) / Math.max(1, right - left);
    const place = Math.floor((isRtl ? 1 - share : share) * points.length);
    setChosen(Math.min(last, Math.max(0, place)));
  }

  function step(event: KeyboardEvent): void {
    const forward = keySteps[event.key];
    const isAcross = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
    let next: number | null = null;
    if (forward !== undefined) next = (at ?? (forward > 0 ? -1 : last + 1)) + (isAcross && isRtl ? -forward : forward);
    if (event.key === 'Home') next = 0;
    if (event.key === 'End') next = last;
    if (event.key === 'Escape') setChosen(null);
    if (next === null) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, next)));
  }

  const told = at === null ? '' : [points[at], ...series.map((each) => sayValue(each, at, write))].join(', ');
  const isFew = points.length <= fewPoints;
  const every = isFew ? 1 : Math.max(1, Math.ceil((points.length * nameWidth) / Math.max(nameWidth, right - left)));
  const ValueAxis = isRtl ? AxisRight : AxisLeft;
  return (
    <div ref={frame} className={styles.plot} style={{ blockSize: `${height}px` }}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <GridRows scale={up} left={left} width={right - left} tickValues={steps} className={classes(styles.grid)} />
          {series.map((each) =>
            each.form === 'bars' ? (
              <g key={each.name}>
                {each.values.map((value, place) => (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: the points of a series have no other name
                    key={place}
                    x={middleOf(place) - barWidth / 2}
                    width={barWidth}
                    y={up(value ?? 0)}
                    height={up(0) - up(value ?? 0)}
                    className={classes(
                      styles.bar,
                      isLastPartial && place === last && styles.partial,
                      place === at && styles.chosen,
                    )}
                  />
                ))}
              </g>
            ) : (
              <g key={each.name}>
                <LinePath
                  data={each.values.map((value, place) => ({ value, place }))}
                  defined={({ value, place }) => value !== null && !(isLastPartial && place === last)}
                  x={({ place }) => middleOf(place)}
                  y={({ value }) => up(value ?? 0)}
                  className={classes(each.form === 'line' ? styles.line : styles.dashes)}
                />
                {each.values.map(
                  (value, place) =>
                    value !== null &&
                    (points.length <= mostDots || (isLastPartial && place === last)) && (
                      <circle
                        // biome-ignore lint/suspicious/noArrayIndexKey: the points of a series have no other name
                        key={place}
                        cx={middleOf(place)}
                        cy={up(value)}
                        r={3}
                        className={
                          each.form === 'line' && !(isLastPartial && place === last) ? styles.dot : styles.ring
                        }
                      />
                    ),
                )}
              </g>
            ),
          )}
          {marks.map((mark, index) => {
            // The words stand after the mark, where lines have mostly fallen; before it if there is no room.
            const isBehind = (isRtl ? middleOf(mark.at) - left : right - middleOf(mark.at)) >= markRoom;
            return (
              <g key={mark.text}>
                <line
                  x1={middleOf(mark.at)}
                  x2={middleOf(mark.at)}
                  y1={space.top}
                  y2={height - space.bottom}
                  className={styles.mark}
                />
                <text
                  x={middleOf(mark.at)}
                  y={space.top - 4 + index * 14}
                  dx={isBehind === isRtl ? -6 : 6}
                  textAnchor={isBehind ? 'start' : 'end'}
                  className={styles.markText}
                >
                  {mark.text}
                </text>
              </g>
            );
          })}
          {at !== null && (
            <line
              x1={middleOf(at)}
              x2={middleOf(at)}
              y1={space.top}
              y2={height - space.bottom}
              className={styles.cursor}
            />
          )}
          <ValueAxis
            scale={up}
            left={isRtl ? right : left}
            tickValues={steps}
            tickFormat={(value) => write(Number(value))}
            hideAxisLine
            hideTicks
            tickLabelProps={{ className: classes(styles.tick), textAnchor: 'end', dx: isRtl ? 4 : -4, dy: 4 }}
          />
          <AxisBottom
            scale={across}
            top={height - space.bottom}
            tickValues={points.map((_, place) => place).filter((place) => place % every === 0)}
            tickFormat={(place) => points[place] ?? ''}
            hideTicks
            axisLineClassName={classes(styles.axis)}
            tickLabelProps={{
              className: classes(styles.tick),
              textAnchor: 'middle',
              ...(isFew && { width: across.step(), verticalAnchor: 'start', dy: -4 }),
            }}
          />
        </svg>
      )}
      <div
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, points.length)}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={told || (points[last] ?? '')}
        className={styles.hand}
        onPointerMove={choose}
        onPointerDown={choose}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(null)}
        onBlur={() => setChosen(null)}
        onKeyDown={step}
      />
      {at !== null && (
        <div
          aria-hidden="true"
          className={styles.values}
          style={{ left: `${Math.min(Math.max(middleOf(at), 90), Math.max(90, width - 90))}px` }}
        >
          <strong>{points[at]}</strong>
          {series.map((each) => (
            <span key={each.name} className={styles.value}>
              <Swatch form={each.form} />
              {sayValue(each, at, write)}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** The names of the series, each beside its form. */
export function Legend({ series }: { series: readonly PlotValues[] }) {
  if (series.length < 2) return null;
  return (
    <ul className={styles.legend}>
      {series.map(({ name, form }) => (
        <li key={name} className={styles.value}>
          <Swatch form={form} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Swatch({ form }: { form: Form }) {
  return (
    <svg width="18" height="12" aria-hidden="true">
      {form === 'bars' ? (
        <rect x="4" y="1" width="10" height="10" className={styles.bar} />
      ) : (
        <line x1="0" x2="18" y1="6" y2="6" className={form === 'line' ? styles.line : styles.dashes} />
      )}
    </svg>
  );
}

function sayValue({ name, values }: PlotValues, at: number, write: (value: number) => string): string {
  const value = values[at];
  return `${name}: ${value === null || value === undefined ? '–' : write(value)}`;
}

function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
