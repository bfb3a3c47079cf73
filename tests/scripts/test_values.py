"""What an option text may be, through the ways of writing it that the fixtures do not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.scripts.model import Script
from sklint.scripts.read import read_script
from sklint.scripts.value import HOLE, Text, Unknown

IMPORT = "from torchair.scope import super_kernel\n"


def script(text: str, path: str = "/tree/model.py") -> Script:
    return read_script(path, text.encode())


def outcomes(text: str) -> list[str]:
    """Every option text of the last scope; `?` stands for what is not followed."""
    values = script(IMPORT + text).scopes[-1].options
    return [value.value.replace(HOLE, "?") if isinstance(value, Text) else "?" for value in values]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("super_kernel('s', 'a' 'b')", ["ab"]),
        ("super_kernel('s', r'a\\d')", ["a\\d"]),
        ("super_kernel('s', '''a\nb''')", ["a\nb"]),
        ("super_kernel('s', f'a{x}b')", ["a?b"]),
        ("super_kernel('s', f'a{1}b{True}c')", ["a1bTruec"]),
        ("super_kernel('s', f'a{x!r}')", ["a?"]),
        ("super_kernel('s', f'a{x:>3}')", ["a?"]),
        ("super_kernel('s', f'{{a}}')", ["{a}"]),
        ("super_kernel('s', 'a' f'{1}' 'b')", ["a1b"]),
        ("super_kernel('s', '%s=%d' % ('a', 1))", ["a=1"]),
        ("super_kernel('s', '%s%%' % 'a')", ["a%"]),
        ("super_kernel('s', '%(a)s' % x)", ["?"]),
        ("super_kernel('s', '%(a)s=%(b)d' % {'a': 'k', 'b': 1})", ["k=1"]),
        ("super_kernel('s', '%5.2f' % 1.0)", ["?"]),
        ("super_kernel('s', '{0}{0}{b}'.format('a', b='c'))", ["aac"]),
        ("super_kernel('s', '{:>3}'.format('a'))", ["?"]),
        ("super_kernel('s', '-'.join(('a', 'b')))", ["a-b"]),
        ("super_kernel('s', '-'.join(x))", ["?"]),
        ("super_kernel('s', '-'.join(sorted(['a'])))", ["a"]),
        ("super_kernel('s', '-'.join(p for p in ['a', 'b'] if p != 'a'))", ["b"]),
        ("super_kernel('s', 'a:b'.replace('b', 'c'))", ["a:c"]),
        ("super_kernel('s', 'A'.lower())", ["a"]),
        ("super_kernel('s', 'a'.encode())", ["?"]),
        ("super_kernel('s', str('a'))", ["a"]),
        ("super_kernel('s', 'a' if x else 'b')", ["a", "b"]),
        ("super_kernel('s', 'a' if True else 'b')", ["a"]),
        ("super_kernel('s', 'a' if 'x' == 'y' else 'b')", ["b"]),
        ("super_kernel('s', x or 'a')", ["?", "a"]),
        ("super_kernel('s', '' or 'a')", ["a"]),
        ("super_kernel('s', x and 'a')", ["?", "a"]),
        ("super_kernel('s', not x)", ["?"]),
        ("super_kernel('s', ('a', 'b')[1])", ["b"]),
        ("super_kernel('s', ('a', 'b')[x])", ["a", "b"]),
        ("super_kernel('s', {'k': 'a'}.get('k'))", ["a"]),
        ("super_kernel('s', {'k': 'a'}.get('other', 'b'))", ["b"]),
        ("super_kernel('s', {**{'k': 'a'}, 'k': 'b'}['k'])", ["b"]),
        ("super_kernel('s', dict(k='a')['k'])", ["a"]),
        ("super_kernel('s', [*['a'], 'b'][1])", ["b"]),
        ("super_kernel('s', (lambda o: o)('a'))", ["a"]),
        ("super_kernel('s', (o := 'a'))", ["a"]),
        ("a, b = 'a', 'b'\nsuper_kernel('s', b)", ["b"]),
        ("a, b = x\nsuper_kernel('s', b)", ["?"]),
        ("with x as o:\n  super_kernel('s', o)", ["?"]),
        ("import os\nsuper_kernel('s', os.environ.get('O', 'a'))", ["a", "?"]),
        ("import os\nsuper_kernel('s', os.environ['O'])", ["?"]),
        ("import copy\nsuper_kernel('s', copy.deepcopy('a'))", ["a"]),
        ("o = 'a'\ndel o\no = 'b'\nsuper_kernel('s', o)", ["b"]),
        ("try:\n  o = 'a'\nexcept E:\n  o = 'b'\nsuper_kernel('s', o)", ["a", "b"]),
        ("o = 'a'\nfor _ in x:\n  o = 'b'\nsuper_kernel('s', o)", ["a", "b"]),
        ("o = 'a'\nwhile x:\n  o = 'b'\nsuper_kernel('s', o)", ["a", "b"]),
        ("match x:\n  case 1:\n    o = 'a'\n  case _:\n    o = 'b'\nsuper_kernel('s', o)", ["a", "b"]),
        ("if x:\n  raise E\nelse:\n  o = 'b'\nsuper_kernel('s', o)", ["b"]),
        ("d = {}\nd['o'] = 'a'\nsuper_kernel('s', d['o'])", ["a"]),
        ("d = {'o': 'a'}\nd.update({'o': 'b'})\nsuper_kernel('s', d['o'])", ["b"]),
        ("d = {'o': 'a'}\nd.update(o='b')\nsuper_kernel('s', d['o'])", ["b"]),
        ("l = ['a']\nl.extend(['b'])\nsuper_kernel('s', '-'.join(l))", ["a-b"]),
        ("l = ['a']\nl += ['b']\nsuper_kernel('s', '-'.join(l))", ["a-b"]),
        ("l = ['a']\nl.insert(0, 'b')\nsuper_kernel('s', '-'.join(l))", ["a-?"]),
        ("def f():\n  return 'a'\nsuper_kernel('s', f())", ["a"]),
        ("def f(x):\n  if x:\n    return 'a'\n  return 'b'\nsuper_kernel('s', f(1))", ["a", "b"]),
        ("def f():\n  yield 'a'\nsuper_kernel('s', f())", ["?"]),
        ("def f(*a, **k):\n  return k['o'] + a[0]\nsuper_kernel('s', f('a', o='b'))", ["ba"]),
        ("def f(o):\n  super_kernel('s', o)\nf('a')\nf(o='b')", ["a", "b"]),
        ("def f(o):\n  super_kernel('s', o)", ["?"]),
        ("def f(o='a'):\n  super_kernel('s', o)", ["a", "?"]),
        ("def f(n, *, o='a'):\n  super_kernel('s', o)\nf(1)", ["a"]),
        ("def f(o):\n  def g():\n    super_kernel('s', o)\n  return g\nf('a')", ["a"]),
        ("o = 'a'\ndef f():\n  global o\n  o = 'b'\nsuper_kernel('s', o)", ["a"]),
        ("o = 'a'\ndef f():\n  global o\n  o = 'b'\ndef g():\n  super_kernel('s', o)", ["a", "b"]),
        ("def f():\n  o = 'b'\no = 'a'\ndef g():\n  super_kernel('s', o)", ["a"]),
        ("class C:\n  o = 'a'\nsuper_kernel('s', C.o)", ["a"]),
        ("class B:\n  o = 'a'\nclass C(B):\n  pass\nsuper_kernel('s', C().o)", ["a"]),
        ("class C:\n  def __init__(self, o):\n    self.o = o\nsuper_kernel('s', C('a').o)", ["a"]),
        ("class C:\n  def __init__(self):\n    self.o = 'a'\n  def f(self):\n    super_kernel('s', self.o)", ["a"]),
        ("class C:\n  o = 'a'\n  @classmethod\n  def f(cls):\n    super_kernel('s', cls.o)", ["a"]),
        ("class C:\n  @staticmethod\n  def f(o):\n    super_kernel('s', o)\nC.f('a')", ["a"]),
        ("class C:\n  def m(self):\n    return 'a'\n  def f(self):\n    super_kernel('s', self.m())", ["a"]),
        ("class C:\n  o: str = 'a'\ndef f(c: C):\n  super_kernel('s', c.o)", ["a"]),
        ("class C:\n  o: str\nsuper_kernel('s', C(o='a').o)", ["a"]),
        ("class C:\n  o: str\nsuper_kernel('s', C('a').o)", ["a"]),
        ("class C:\n  o = 'a'\ndef f(c):\n  super_kernel('s', c.o)", ["a"]),
        ("class C:\n  o = 'a'\nclass D:\n  o = 'b'\ndef f(c):\n  super_kernel('s', c.o)", ["?"]),
        ("import enum\nclass E(enum.Enum):\n  A = 'a'\nsuper_kernel('s', E.A.value)", ["a"]),
        ("super_kernel('s', *x)", [""]),
        ("super_kernel('s', **x)", [""]),
        ("super_kernel('s', await_[0])", ["?"]),
    ],
)
def test_outcomes(text: str, expected: list[str]) -> None:
    assert outcomes(text) == expected


def test_what_is_not_followed_says_why() -> None:
    (value,) = script(IMPORT + "def f(o):\n  super_kernel('s', o)").scopes[0].options
    assert isinstance(value, Unknown)
    assert str(value.why) == "parameter `o` comes from callers outside this file"


def tree(folder: Path, **files: str) -> Script:
    """A tree of modules, `a_dot_b` in a folder and `a_package` an `__init__`; `model` is the script that is read."""
    for name, text in files.items():
        path = folder / f"{name.replace('_package', '_dot___init__').replace('_dot_', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    model = folder / "model.py"
    return read_script(str(model), model.read_bytes())


def test_a_preset_of_another_module(tmp_path: Path) -> None:
    read = tree(
        tmp_path,
        presets="FAST = 'a=1'\n",
        model=IMPORT + "from presets import FAST as f\nimport presets\nsuper_kernel('s', f + presets.FAST)\n",
    )
    (value,) = read.scopes[0].options
    assert value.value == "a=1a=1"
    assert value.span(0, 3).path == str(tmp_path / "presets.py")
    assert read.read == (str(tmp_path / "presets.py"),)


def test_a_package_and_a_relative_import(tmp_path: Path) -> None:
    read = tree(
        tmp_path,
        model="from .options import presets\nfrom torchair import scope\nscope.super_kernel('s', presets.FAST)\n",
        options_dot_presets="FAST = 'a=1'\n",
        options_package="",
    )
    assert [value.value for value in read.scopes[0].options] == ["a=1"]


def test_a_wrapper_of_another_module(tmp_path: Path) -> None:
    read = tree(
        tmp_path,
        scopes=(
            "import torchair\n"
            "def fused(name, options=''):\n  return inner(name, options)\n"
            "def inner(name, options):\n  return torchair.scope.super_kernel(name, options)\n"
        ),
        model="from scopes import fused\nwith fused('s', 'a=1'):\n  pass\nwith fused('t'):\n  pass\n",
    )
    assert [[value.value for value in scope.options] for scope in read.scopes] == [["a=1"], [""]]


def test_a_class_of_another_module(tmp_path: Path) -> None:
    read = tree(
        tmp_path,
        scopes=(
            "import torchair\n"
            "class Scoped:\n"
            "  def __init__(self, name, options='b=1'):\n    self.name = name\n    self.options = options\n"
            "  def __enter__(self):\n    return torchair.scope.super_kernel(self.name, self.options).__enter__()\n"
        ),
        model="from scopes import Scoped\nwith Scoped('s', 'a=1'):\n  pass\nwith Scoped('t'):\n  pass\n",
    )
    assert [[value.value for value in scope.options] for scope in read.scopes] == [["a=1"], ["b=1"]]


def test_modules_that_import_each_other(tmp_path: Path) -> None:
    read = tree(
        tmp_path,
        other="from model import NAME\nNAME = NAME\n",
        model=IMPORT + "from other import NAME\nsuper_kernel('s', NAME)\n",
    )
    assert isinstance(read.scopes[0].options[0], Unknown)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if (o := 'a'):\n  super_kernel('s', o)", ["a"]),
        ("while (o := 'a'):\n  super_kernel('s', o)", ["a"]),
        ("o = 'a'\nif x and (o := 'b'):\n  pass\nsuper_kernel('s', o)", ["a", "b"]),
        ("o = 'a'\nif (o := 'b') and x:\n  pass\nsuper_kernel('s', o)", ["b"]),
        ("o = 'a'\ny = lambda: (o := 'b')\nsuper_kernel('s', o)", ["a"]),
        ("o = 'a'\nif (o := 'b') if x else y:\n  pass\nsuper_kernel('s', o)", ["a", "b"]),
        ("match (o := 'a'):\n  case _:\n    super_kernel('s', o)", ["a"]),
        ("with f(o := 'a'):\n  super_kernel('s', o)", ["a"]),
    ],
)
def test_names_bound_inside_of_expressions(text: str, expected: list[str]) -> None:
    assert outcomes(text) == expected


@pytest.mark.parametrize(
    "callee",
    ["(super_kernel if x else nullcontext)", "getattr(torchair.scope, 'super_kernel')", "partial(super_kernel)"],
)
def test_a_callee_that_is_an_expression(callee: str) -> None:
    head = "import torchair\nfrom functools import partial\n"
    assert len(script(IMPORT + head + f"{callee}('s', 'a=1')").scopes) == 1


def test_a_star_import_names_the_call() -> None:
    assert len(script("from torchair.scope import *\nsuper_kernel('s', 'a=1')\n").scopes) == 1


@pytest.mark.parametrize(
    "text",
    [
        "def super_kernel(a, b):\n  pass\nsuper_kernel('s', 'a=1')",
        "class T:\n  def super_kernel(self, o):\n    pass\nT().super_kernel('a=1')",
        "import mine\nmine.super_kernel('s', 'a=1')",
        "import re\nre.compile('npugraph_ex', options={'feed_sync_all': 1})",
        "text = \"torchair.scope.super_kernel('s', 'a=1')\"",
        "# torchair.scope.super_kernel('s', 'a=1')",
    ],
)
def test_what_only_looks_like_a_scope_is_none(text: str) -> None:
    read = script(text)
    assert read.scopes == ()
    assert read.graphs == ()


def test_a_wrapper_that_a_package_hands_on(tmp_path: Path) -> None:
    many = {f"other{number}": f"def f{number}():\n  return {number}\n" for number in range(40)}
    read = tree(
        tmp_path,
        **many,
        tools_package="from .scopes import (\n  fused,\n)\n",
        tools_dot_scopes="import torchair\ndef fused(n, o):\n  return torchair.scope.super_kernel(n, o)\n",
        model="".join(f"from other{number} import f{number}\nf{number}()\n" for number in range(40))
        + "from tools import fused\nwith fused('s', 'a=1'):\n  pass\n",
    )
    assert [[value.value for value in scope.options] for scope in read.scopes] == [["a=1"]]
