/**
 * The styles of the previews. The document names them as one file, so that a preview waits for no other. General ones
 * come first.
 */
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import '#web/ui/loading.css';
import '#web/ui/button.css';
import '#web/ui/form/field.css';
import '#web/ui/page.css';
import '#web/ui/pill.css';
import '#web/ui/logo.css';
import '#web/shell/shell.css';
import '#web/auth/auth-layout.css';
import '#web/welcome/welcome.css';
import '#web/warnings/warning-sign.css';
import '#web/week/week-page.css';
import '#web/week/header/week-header.css';
import '#web/week/board/week-board.css';
import '#web/week/slot/meal-tones.css';
import '#web/week/slot/slot.css';
import '#web/list/list-header.css';
import '#web/list/collapsible.css';
import '#web/list/questions/staple-questions.css';
import '#web/list/aisles/aisles.css';
import '#web/list/aisles/item-row.css';
import '#web/list/add-line.css';
import '#web/list/list-page.css';
import '#web/recipes/tone.css';
import '#web/recipes/recipe-card.css';
import '#web/recipes/search/recipes-page.css';
