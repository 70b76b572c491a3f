"use client";

import { useEffect, useRef } from "react";
import type { SwatchKind } from "@/components/map/legend-groups";
import { PALETTES, type MapTheme } from "@/components/map/palette";
import { PATTERNS, patternImage } from "@/components/map/patterns";
import styles from "@/components/map/field-map.module.css";

const WIDTH = 64;
const HEIGHT = 40;

/** A piece of the map beside its word in the legend, drawn from the same patterns and colors as the map. */
export function Swatch({ swatch, theme }: { swatch: SwatchKind; theme: MapTheme }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context != null) paint(context, swatch, theme);
  }, [swatch, theme]);
  return <canvas ref={canvas} className={styles.swatch} width={WIDTH} height={HEIGHT} aria-hidden="true" />;
}

function paint(context: CanvasRenderingContext2D, swatch: SwatchKind, theme: MapTheme): void {
  const palette = PALETTES[theme];
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  if (swatch.kind === "picture") return;
  if (swatch.kind === "pattern") {
    const { hatch, color } = PATTERNS[swatch.pattern];
    context.fillStyle = patternOf(context, patternImage(hatch, palette[color])) ?? palette[color];
    context.fillRect(0, 0, WIDTH, HEIGHT);
    return;
  }
  const color = palette[swatch.color];
  if (swatch.kind === "fill" || swatch.kind === "outlined") {
    tint(context, color, swatch.kind === "outlined");
    return;
  }
  if (swatch.kind === "box") {
    box(context, color);
    return;
  }
  line(context, color, swatch.kind);
}

function tint(context: CanvasRenderingContext2D, color: string, isOutlined: boolean): void {
  context.fillStyle = color;
  context.globalAlpha = isOutlined ? 0.12 : 0.25;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.globalAlpha = 1;
  if (!isOutlined) return;
  context.strokeStyle = color;
  context.lineWidth = 5;
  context.strokeRect(0, 0, WIDTH, HEIGHT);
}

/** The dashed edge around ground that could not be loaded. */
function box(context: CanvasRenderingContext2D, color: string): void {
  context.strokeStyle = color;
  context.lineWidth = 4;
  context.setLineDash([10, 7]);
  context.strokeRect(6, 6, WIDTH - 12, HEIGHT - 12);
}

const LINES = {
  line: { width: 5, dashes: [] },
  thick: { width: 12, dashes: [] },
  dashed: { width: 3, dashes: [16, 8] },
  dotted: { width: 14, dashes: [6, 10] },
} as const;

function line(context: CanvasRenderingContext2D, color: string, kind: keyof typeof LINES): void {
  context.strokeStyle = color;
  context.lineWidth = LINES[kind].width;
  context.setLineDash([...LINES[kind].dashes]);
  context.beginPath();
  context.moveTo(0, HEIGHT / 2);
  context.lineTo(WIDTH, HEIGHT / 2);
  context.stroke();
}

function patternOf(context: CanvasRenderingContext2D, image: ReturnType<typeof patternImage>): CanvasPattern | null {
  const tile = document.createElement("canvas");
  tile.width = image.width;
  tile.height = image.height;
  tile.getContext("2d")?.putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
  return context.createPattern(tile, "repeat");
}
