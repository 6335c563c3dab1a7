import { curveBetween } from '@hopscope/canvas';
import { type Buffer, Container, Geometry, Mesh, Shader, UniformGroup } from 'pixi.js';
import type { Area, RenderEdge } from '../model/render-model.ts';
import { areaAround, byCell, meets } from './cells.ts';
import { instanceBuffer, writeColor } from './instances.ts';
import { colorNumber, type SceneColors } from './scene-colors.ts';
import { arrowVertex, edgeFragment, edgeVertex } from './shaders.ts';

/** Floats per edge: four points, width, hidden. */
const floats = 10;
/** Segments per curve; fewer where the difference is invisible. */
const finePieces = 20;
const coarsePieces = 8;
/** Screen pixels per world pixel from which curves are fine. */
const fineFrom = 0.5;
const arrowsFrom = 0.35;

interface Base {
  readonly name: 'aStep' | 'aStroke';
  readonly format: 'float32x2' | 'float32x3';
  readonly data: Float32Array;
  readonly indices: Uint16Array;
}

function strip(pieces: number): Base {
  const data = new Float32Array((pieces + 1) * 4);
  const indices = new Uint16Array(pieces * 6);
  for (let i = 0; i <= pieces; i++) data.set([i / pieces, -1, i / pieces, 1], i * 4);
  for (let i = 0; i < pieces; i++) {
    const a = i * 2;
    indices.set([a, a + 1, a + 2, a + 2, a + 1, a + 3], i * 6);
  }
  return { name: 'aStep', format: 'float32x2', data, indices };
}

/** Two strokes from the tip backward: position along the stroke, side, and number of the stroke. */
const arrow: Base = {
  name: 'aStroke',
  format: 'float32x3',
  data: new Float32Array(
    [
      [0, -1, 1],
      [0, 1, 1],
      [1, -1, 1],
      [1, 1, 1],
      [0, -1, -1],
      [0, 1, -1],
      [1, -1, -1],
      [1, 1, -1],
    ].flat(),
  ),
  indices: new Uint16Array([0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7]),
};
const fine = strip(finePieces);
const coarse = strip(coarsePieces);

interface Shaders {
  readonly line: Shader;
  readonly arrow: Shader;
}

/** Neighboring edges: one draw call for the lines, one for the arrows. */
class EdgeCell {
  readonly view: Container;
  area: Area = { left: 0, top: 0, right: 0, bottom: 0 };
  readonly #meshes: Readonly<Record<'fine' | 'coarse' | 'arrows', Mesh<Geometry, Shader>>>;
  readonly #places: Buffer = instanceBuffer(new Float32Array(floats));
  readonly #colors: Buffer = instanceBuffer(new Uint8Array(4));
  #data = new Float32Array(0);
  #edges: readonly RenderEdge[] = [];

  constructor(shaders: Shaders) {
    this.#meshes = {
      fine: this.#mesh(fine, shaders.line),
      coarse: this.#mesh(coarse, shaders.line),
      arrows: this.#mesh(arrow, shaders.arrow),
    };
    this.view = new Container({ children: Object.values(this.#meshes) });
  }

  #mesh({ name, format, data, indices }: Base, shader: Shader): Mesh<Geometry, Shader> {
    const place = { buffer: this.#places, instance: true, stride: floats * 4 } as const;
    const geometry = new Geometry({
      attributes: {
        [name]: { buffer: data, format },
        aStart: { ...place, format: 'float32x4', offset: 0 },
        aEnd: { ...place, format: 'float32x4', offset: 16 },
        aInfo: { ...place, format: 'float32x2', offset: 32 },
        aColor: { buffer: this.#colors, format: 'unorm8x4', instance: true, stride: 4, offset: 0 },
      },
      indexBuffer: indices,
      instanceCount: 0,
    });
    return new Mesh<Geometry, Shader>({ geometry, shader });
  }

  fill(edges: readonly RenderEdge[], strong: ReadonlySet<string>, colors: SceneColors): void {
    this.#edges = edges;
    this.#data = new Float32Array(edges.length * floats);
    const bytes = new Uint8Array(edges.length * 4);
    edges.forEach(({ id, curve, share, color }, i) => {
      const { x0, y0, x1, y1, x2, y2, x3, y3 } = curve;
      const tainted = share !== null && share > 0;
      const width = strong.has(id) ? 2.6 : tainted ? 1.4 + 3 * share : 1.8;
      this.#data.set([x0, y0, x1, y1, x2, y2, x3, y3, width, 0], i * floats);
      const plain = tainted ? colors.high : strong.has(id) ? colors.accent : colors.edge;
      // Edges without traced money are dimmed.
      writeColor(bytes, i * 4, color === null ? plain : colorNumber(color), share === 0 ? 90 : 255);
    });
    this.#places.data = this.#data;
    this.#colors.data = bytes;
    for (const mesh of Object.values(this.#meshes)) mesh.geometry.instanceCount = edges.length;
    this.area = areaAround(edges, ({ curve: { x0, x1, x2, x3, y0, y1, y2, y3 } }) => ({
      left: Math.min(x0, x1, x2, x3),
      top: Math.min(y0, y1, y2, y3),
      right: Math.max(x0, x1, x2, x3),
      bottom: Math.max(y0, y1, y2, y3),
    }));
  }

  hide(leftOut: (edge: RenderEdge) => boolean): void {
    this.#edges.forEach((edge, i) => {
      this.#data[i * floats + 9] = leftOut(edge) ? 1 : 0;
    });
    this.#places.update();
  }

  /** Hides curve details and arrows from afar, where they are invisible. */
  look(visible: boolean, zoom: number): void {
    const wanted = {
      fine: visible && zoom >= fineFrom,
      coarse: visible && zoom < fineFrom,
      arrows: visible && zoom >= arrowsFrom,
    };
    for (const name of ['fine', 'coarse', 'arrows'] as const) {
      const mesh = this.#meshes[name];
      if (mesh.visible !== wanted[name]) mesh.visible = wanted[name];
    }
  }
}

/** All edges with their arrows. */
export class EdgeLayer {
  readonly view = new Container({ isRenderGroup: true });
  readonly #uniforms = new UniformGroup({ uZoom: { value: 1, type: 'f32' } });
  readonly #shaders: Shaders;
  readonly #cells: EdgeCell[] = [];
  #used = 0;

  constructor() {
    const shader = (vertex: string): Shader =>
      Shader.from({ gl: { vertex, fragment: edgeFragment }, resources: { flowEdges: this.#uniforms } });
    this.#shaders = { line: shader(edgeVertex), arrow: shader(arrowVertex) };
  }

  show(edges: readonly RenderEdge[], strong: ReadonlySet<string>, colors: SceneColors): void {
    const groups = byCell(edges, ({ curve }) => ({
      x: (curve.x0 + curve.x3) / 2,
      y: (curve.y0 + curve.y3) / 2,
    }));
    for (const [i, group] of groups.entries()) {
      let cell = this.#cells[i];
      if (!cell) {
        cell = new EdgeCell(this.#shaders);
        this.#cells.push(cell);
        this.view.addChild(cell.view);
      }
      cell.fill(group, strong, colors);
    }
    this.#used = groups.length;
    this.#cells.forEach(({ view }, i) => {
      view.visible = i < this.#used;
    });
  }

  /** Hides edges that are drawn on the layer of dragged items. */
  hide(leftOut: (edge: RenderEdge) => boolean): void {
    for (const cell of this.#cells.slice(0, this.#used)) cell.hide(leftOut);
  }

  /** Sets the visible area and the screen pixels per world pixel. */
  look(seen: Area, zoom: number): void {
    this.#uniforms.uniforms.uZoom = zoom;
    for (const cell of this.#cells.slice(0, this.#used)) cell.look(meets(cell.area, seen), zoom);
  }
}

/** Returns an edge with moved ends. */
export function movedEdge(
  edge: RenderEdge,
  place: (id: string) => { x: number; y: number } | undefined,
): RenderEdge {
  const [from, to] = [place(edge.from), place(edge.to)];
  return from && to ? { ...edge, curve: curveBetween(from, to, edge.aside) } : edge;
}
