"""The commands; everything they need beyond click is imported when they run, so that `--version` is quick."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from sklint import __version__
from sklint.options import checking_options, complete_rules

if TYPE_CHECKING:
    from sklint.finding import Message

CLEAN, FOUND, FAILED, INTERRUPTED = 0, 1, 2, 130

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Failure(click.ClickException):
    """What a command cannot do, and where the reason lies; shown on stderr in the user's language."""

    def __init__(self, place: str, text: Message, language: str | None) -> None:
        super().__init__(str(text))
        self.place = place
        self.text = text
        self.language = language

    def show(self, file: Any = None) -> None:
        from sklint.messages import language_of, say
        from sklint.report.escape import visible

        text = say(self.text, language_of(self.language or "auto"))
        parts = [part for part in ("sklint", self.place, text) if part]
        click.echo(visible(": ".join(parts)), err=True)


class DefaultToCheck(click.Group):
    """A group whose arguments run `check` where they name no command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help", "--version"):
            args = ["check", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands, and the options of `check`, which need not be named."""
        completions = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-"):
            check = self.commands["check"]
            known = {item.value for item in completions}
            own = check.shell_complete(check.make_context("check", [], resilient_parsing=True), incomplete)
            completions += [item for item in own if item.value not in known]
        return completions


def reading_options(command: _Command) -> _Command:
    """The options of every command that reads kernels: how they are parsed, and by how many workers."""
    folder = click.Path(exists=True, file_okay=False)
    seconds = click.FloatRange(0, min_open=True)
    for option in (
        click.option("--verbose", is_flag=True, help="Say what was passed over."),
        click.option("--define", "defines", metavar="NAME[=VALUE]", multiple=True, help="A macro to define."),
        click.option("--include", "include", type=folder, multiple=True, help="A further folder to find headers in."),
        click.option("--cann", type=folder, help="Read the headers of this CANN as well."),
        click.option("--timeout", type=seconds, metavar="SECONDS", help="Processor time for one file [60]."),
        click.option("--jobs", type=click.IntRange(1), metavar="N", help="Worker processes [one per core]."),
    ):
        command = option(command)
    return command


@click.group(cls=DefaultToCheck, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sklint", message="%(prog)s %(version)s")
def cli() -> None:
    """Find what hangs or corrupts in AscendC kernels that become part of a SuperKernel.

    `sklint PATHS` is short for `sklint check PATHS`.
    """


@cli.command()
@click.argument("paths", nargs=-1)
@checking_options
@reading_options
def check(paths: tuple[str, ...], **wishes: Any) -> None:
    """Lint the kernels in PATHS, or in the working directory."""
    from sklint import workers

    workers.prepare()
    from sklint import checking

    try:
        sys.exit(checking.check(paths, checking.Wishes(**wishes)))
    except checking.CommandError as error:
        raise Failure(error.place, error.text, wishes["lang"]) from None


@cli.command()
@click.argument("paths", nargs=-1)
@click.option("--output-format", type=click.Choice(("text", "json")), default="text", help="For people or for tools.")
@click.option("--config", metavar="FILE|KEY=VALUE", multiple=True, help="A settings file, or one setting.")
@reading_options
def doctor(paths: tuple[str, ...], output_format: str, **wishes: Any) -> None:
    """Say what sklint runs on, and how well it reads the kernels in PATHS."""
    from sklint import workers

    workers.prepare()
    from sklint import checking, doctor

    try:
        sys.exit(doctor.doctor(paths, output_format, checking.Wishes(**wishes)))
    except checking.CommandError as error:
        raise Failure(error.place, error.text, None) from None


@cli.command()
@click.argument("kernel")
@click.argument("paths", nargs=-1)
def show(kernel: str, paths: tuple[str, ...]) -> None:
    """Draw what the cores do that run KERNEL, found in PATHS or in the working directory."""
    from sklint.collect import MissingPathError
    from sklint.linting import plan
    from sklint.settings import SettingsError
    from sklint.settings.tree import SettingsTree
    from sklint.show import show

    try:
        drawing = show(kernel, plan(paths, SettingsTree()))
    except (MissingPathError, SettingsError) as error:
        raise click.ClickException(str(error)) from None
    if not drawing:
        raise click.ClickException(f"no kernel is called {kernel}")
    click.echo(drawing, nl=False)


@cli.command()
@click.argument("operators", nargs=-1, metavar="[OPERATOR[=N]]...")
@click.option("--scope", "scopes", metavar="NAME", multiple=True, help="A scope of the settings [all].")
@click.option("--tree", metavar="PATH", multiple=True, help="Where the kernels lie [the working directory].")
@click.option("--options", metavar="TEXT", help="The option text of the scope.")
@click.option("--path", type=click.Choice(("ge", "aclnn", "direct")), help="How the operators are fused [ge].")
@click.option("--soc", metavar="NAME", help="The SoC, such as Ascend910B4.")
@click.option("--soc-config", type=click.Path(dir_okay=False), help="A platform file of CANN instead.")
@click.option("--output-format", type=click.Choice(("text", "json")), default="text", help="For people or for tools.")
@click.option("--config", metavar="FILE|KEY=VALUE", multiple=True, help="A settings file, or one setting.")
@click.option("--lang", type=click.Choice(("en", "zh", "auto")), help="The language of the answer.")
@reading_options
def fuse(operators: tuple[str, ...], **wishes: Any) -> None:
    """Say what a SuperKernel of OPERATORS is launched on, what happens to each there, and what to change.

    An operator is a kernel of the tree (`name`, `name=N` blocks), or stated in full as `name:TYPE[,fact]=N`. Without
    operators the scopes of the settings are judged. Exits with 1 when something hangs or is not built.
    """
    from sklint import checking, fusing

    names = ("scopes", "tree", "options", "path", "soc", "soc_config", "output_format")
    wanted = fusing.Wanted(operators=operators, **{name: wishes.pop(name) for name in names})
    try:
        sys.exit(fusing.fuse_command(wanted, checking.Wishes(**wishes)))
    except checking.CommandError as error:
        raise Failure(error.place, error.text, wishes["lang"]) from None


@cli.command()
@click.argument("paths", nargs=-1)
@click.option("--soc", metavar="NAME", default="", help="Show the cores on this SoC, such as Ascend910B4.")
@click.option("--soc-config", type=click.Path(dir_okay=False), default="", help="A platform file of CANN instead.")
@click.option("--output-format", type=click.Choice(("text", "json")), default="text", help="For people or for tools.")
@click.option("--config", metavar="FILE|KEY=VALUE", multiple=True, help="A settings file, or one setting.")
@click.option("--lang", type=click.Choice(("en", "zh", "auto")), help="The language of the answer.")
@reading_options
def cores(paths: tuple[str, ...], soc: str, soc_config: str, output_format: str, **wishes: Any) -> None:
    """Say on how many cores the kernels in PATHS are launched, from which line, and in which mode."""
    from sklint import workers

    workers.prepare()
    from sklint import checking
    from sklint.cores import cores

    try:
        sys.exit(cores(paths, soc, soc_config, output_format, checking.Wishes(**wishes)))
    except checking.CommandError as error:
        raise Failure(error.place, error.text, wishes["lang"]) from None


@cli.command()
@click.argument("rule", required=False, shell_complete=complete_rules)
@click.option("--lang", type=click.Choice(["en", "zh", "auto"]), default="auto", help="The language of the page.")
@click.option(
    "--output-format",
    type=click.Choice(("text", "markdown", "json")),
    default="text",
    help="For people, for documents or for tools [text].",
)
def rule(rule: str | None, lang: str, output_format: str) -> None:
    """Print the page of a RULE (a code or a name), or the table of all rules."""
    from sklint import catalogue, console, explain
    from sklint.messages import language_of
    from sklint.report import output

    language = language_of(lang)
    try:
        codes = sorted(catalogue.rules() if rule is None else catalogue.resolve(rule))
    except catalogue.UnknownRule as error:
        from sklint.settings.problem import unknown_rule

        raise Failure("RULE", unknown_rule(error.token), lang) from None
    if output_format == "json":
        output.write_to_stream("json", explain.as_json(codes, language))
    elif output_format == "markdown":
        output.write_to_stream("json", explain.as_markdown(codes, language, table=rule is None))
    elif rule is None:
        console.print_rules(catalogue.rules().values(), language)
    else:
        for code in codes:
            console.print_page(catalogue.page(code, language))


@cli.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print the script that completes commands, options and rules in SHELL.

    For bash put `eval "$(sklint completion bash)"` into ~/.bashrc, for zsh the same with zsh into ~/.zshrc, for fish
    `sklint completion fish | source` into its config.fish.
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script
    click.echo(script(cli, {}, "sklint", "_SKLINT_COMPLETE").source())


def _speak(arguments: Sequence[str]) -> None:
    """Let the commands speak the user's language, where it is another one than that of the source."""
    words = [*arguments, *(os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))]
    if not any("zh" in word.lower() or "chinese" in word.lower() for word in words) and os.name == "posix":
        return
    from sklint.localise import localise, wanted_language

    language = wanted_language(arguments)
    if language != "en":
        localise(cli, language)


def main() -> None:
    """The `sklint` command; ends without a traceback when it is interrupted, and with 2 for any wrong usage."""
    _speak(sys.argv[1:])
    try:
        code = cli.main(prog_name="sklint", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = FAILED
    except (click.Abort, KeyboardInterrupt):
        click.echo("sklint: interrupted", err=True)
        code = INTERRUPTED
    sys.exit(code or CLEAN)
