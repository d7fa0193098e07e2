/** The styles that every page has, in this order: those of a component come after them and may refine them. */
import '#web/base/ui/tokens.css';
import '#web/base/ui/base.css';
import '#web/base/ui/loading.css';
import '#web/base/ui/button.css';
import '#web/base/ui/form/field.css';
import '#web/base/ui/page.css';
import '#web/base/ui/pill.css';
import '#web/base/ui/logo.css';
import '#web/shell/shell.css';
