/**
 * Lines of the rich texts that editors of content systems store as trees (Contentful, Sanity, Prismic, ProseMirror, Slate,
 * Lexical): nodes in `content` or `children`, with the texts in the leaves.
 */
import { MAX_NESTING } from './json.ts';
import { isItem, type Item } from './schema-values.ts';

/** The same value if it is no rich text, or else its lines. */
export function plainLinesOf(value: unknown): unknown {
  const root = isItem(value)
    ? (value['json'] ?? value['root'] ?? value['document'] ?? value['raw'] ?? value)
    : value;
  const nodes = Array.isArray(root) ? root : [root];
  const isRich = nodes.length > 0 && nodes.every((node) => isItem(node) && childrenOf(node).length > 0);
  return isRich ? nodes.flatMap((node) => linesOfNode(node as Item, 0)) : value;
}

function childrenOf(node: Item): Item[] {
  const inner = node['children'] ?? node['content'];
  return Array.isArray(inner) ? inner.filter(isItem) : [];
}

function linesOfNode(node: Item, nesting: number): string[] {
  const children = childrenOf(node);
  if (nesting > MAX_NESTING || children.length === 0) return textOfLeaf(node).split('\n');
  // Links and emphasis are parts of a line.
  const isLine = children.some((child) => childrenOf(child).length === 0 && textOfLeaf(child) !== '');
  return isLine
    ? [textIn(node, nesting)]
    : children.flatMap((child) => linesOfNode(child, nesting + 1)).filter((line) => line.trim() !== '');
}

function textIn(node: Item, nesting: number): string {
  const children = childrenOf(node);
  if (nesting > MAX_NESTING || children.length === 0) return textOfLeaf(node);
  return children.map((child) => textIn(child, nesting + 1)).join('');
}

function textOfLeaf({ text, value }: Item): string {
  return typeof text === 'string' ? text : typeof value === 'string' ? value : '';
}
