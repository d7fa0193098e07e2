/** What pointers and keys report to the drag of a meal. */
import type { Point } from './drag-target.ts';

export type DragActions = {
  /** Whether the slot has a meal to drag. */
  canLift: (slot: Element) => boolean;
  lift: (slot: Element, from: Point) => void;
  move: (to: Point, target: Element | undefined) => void;
  /** Drops the meal on the last target. */
  end: (how: 'drop' | 'cancel') => void;
};
