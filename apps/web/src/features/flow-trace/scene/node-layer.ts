import { flowBandOf } from '@hopscope/domain';
import { type Buffer, Container, Geometry, Mesh, Shader, UniformGroup } from 'pixi.js';
import type { Area, RenderNode } from '../model/render-model.ts';
import { areaAround, byCell, meets } from './cells.ts';
import { instanceBuffer, partsOf, writeColor } from './instances.ts';
import { colorNumber, type SceneColors } from './scene-colors.ts';
import { nodeFragment, nodeVertex } from './shaders.ts';

/** Floats per node: center, risk, selected, traced, hidden. */
const floats = 6;
/** Radius of a node including its decorations. */
const reach = 38;
const corners = new Float32Array([-1, -1, 1, -1, 1, 1, -1, 1]);

/** Neighboring nodes: one draw call. */
class NodeCell {
  readonly mesh: Mesh<Geometry, Shader>;
  area: Area = { left: 0, top: 0, right: 0, bottom: 0 };
  readonly #places: Buffer = instanceBuffer(new Float32Array(floats));
  readonly #colors: Buffer = instanceBuffer(new Uint8Array(8));
  #data = new Float32Array(0);
  #nodes: readonly RenderNode[] = [];

  constructor(shader: Shader) {
    const place = { buffer: this.#places, instance: true, stride: floats * 4 } as const;
    const color = { buffer: this.#colors, instance: true, stride: 8, format: 'unorm8x4' } as const;
    const geometry = new Geometry({
      attributes: {
        aCorner: { buffer: corners, format: 'float32x2' },
        aCenter: { ...place, format: 'float32x2', offset: 0 },
        aInfo: { ...place, format: 'float32x4', offset: 8 },
        aFill: { ...color, offset: 0 },
        aMark: { ...color, offset: 4 },
      },
      indexBuffer: new Uint16Array([0, 1, 2, 0, 2, 3]),
      instanceCount: 0,
    });
    this.mesh = new Mesh<Geometry, Shader>({ geometry, shader });
  }

  fill(nodes: readonly RenderNode[], chosen: ReadonlySet<string>, colors: SceneColors): void {
    const data = new Float32Array(nodes.length * floats);
    const bytes = new Uint8Array(nodes.length * 8);
    nodes.forEach((node, i) => {
      const risk = node.ring ? (node.risk === null ? -1 : node.risk / 100) : -2;
      data.set([node.x, node.y, risk, chosen.has(node.id) ? 1 : 0, node.traced ? 1 : 0, 0], i * floats);
      const own = node.color === null ? undefined : colorNumber(node.color);
      writeColor(bytes, i * 8, own ?? (node.hue === 'ink' && !node.traced ? colors.text : colors.node));
      writeColor(bytes, i * 8 + 4, colors[flowBandOf(node.risk)]);
    });
    this.#nodes = nodes;
    this.#data = data;
    this.#places.data = data;
    this.#colors.data = bytes;
    this.mesh.geometry.instanceCount = nodes.length;
    this.area = areaAround(nodes, ({ x, y }) => ({
      left: x - reach,
      top: y - reach,
      right: x + reach,
      bottom: y + reach,
    }));
  }

  /** Sets one of the floats of each node. */
  mark(float: number, ids: ReadonlySet<string>): void {
    this.#nodes.forEach(({ id }, i) => {
      this.#data[i * floats + float] = ids.has(id) ? 1 : 0;
    });
    this.#places.update();
  }
}

/** All nodes; their buffers stay on the graphics card until the picture changes. */
export class NodeLayer {
  readonly view = new Container({ isRenderGroup: true });
  readonly #uniforms: UniformGroup;
  readonly #shader: Shader;
  readonly #cells: NodeCell[] = [];
  #used = 0;

  constructor() {
    const color = () => ({ value: new Float32Array(3), type: 'vec3<f32>' as const });
    this.#uniforms = new UniformGroup({
      uZoom: { value: 1, type: 'f32' },
      uLine: color(),
      uTrack: color(),
      uAccent: color(),
      uInk: color(),
    });
    this.#shader = Shader.from({
      gl: { vertex: nodeVertex, fragment: nodeFragment },
      resources: { flowNodes: this.#uniforms },
    });
  }

  show(nodes: readonly RenderNode[], chosen: ReadonlySet<string>, colors: SceneColors): void {
    const groups = byCell(nodes, (node) => node);
    for (const [i, group] of groups.entries()) {
      let cell = this.#cells[i];
      if (!cell) {
        cell = new NodeCell(this.#shader);
        this.#cells.push(cell);
        this.view.addChild(cell.mesh);
      }
      cell.fill(group, chosen, colors);
    }
    this.#used = groups.length;
    this.#cells.forEach(({ mesh }, i) => {
      mesh.visible = i < this.#used;
    });
    const { uniforms } = this.#uniforms;
    uniforms.uLine = partsOf(colors.nodeLine);
    uniforms.uTrack = partsOf(colors.track);
    uniforms.uAccent = partsOf(colors.accent);
    uniforms.uInk = partsOf(colors.text);
  }

  choose(chosen: ReadonlySet<string>): void {
    for (const cell of this.#cells.slice(0, this.#used)) cell.mark(3, chosen);
  }

  /** Hides nodes that are drawn on the layer of dragged items. */
  hide(ids: ReadonlySet<string>): void {
    for (const cell of this.#cells.slice(0, this.#used)) cell.mark(5, ids);
  }

  /** Sets the visible area and the screen pixels per world pixel. */
  look(seen: Area, zoom: number): void {
    this.#uniforms.uniforms.uZoom = zoom;
    for (const { mesh, area } of this.#cells.slice(0, this.#used)) {
      const visible = meets(area, seen);
      if (mesh.visible !== visible) mesh.visible = visible;
    }
  }
}
