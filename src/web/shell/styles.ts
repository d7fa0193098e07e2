/** The styles that every page has, in this order: those of a component come after them and may refine them. */
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import '#web/ui/loading.css';
import '#web/ui/button.css';
import '#web/ui/form/field.css';
import '#web/ui/page.css';
import '#web/ui/pill.css';
import '#web/ui/logo.css';
import '#web/shell/shell.css';
