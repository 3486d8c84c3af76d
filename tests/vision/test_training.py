"""What is trained is what the app runs: a network that is written can be run, and taken up again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks are fitted for training only: pip install -e '.[vision,train]'")
pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

import cv2
import onnx
import torch
from onnx import numpy_helper

from vision.face import AROUND_SIDE, DIE_SIDE, FACE_SIDE
from vision.train.export import write
from vision.train.fit_judge import DRAWS, batch, judge
from vision.train.mean import write_mean
from vision.train.resume import resume
from vision.train.scene import draw_scene
from vision.train.scenes import Pool

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the exporter that OpenCV needs


def test_a_network_says_the_same_when_it_is_written_and_taken_up_again(tmp_path: Path) -> None:
    torch.manual_seed(3)
    fitted, again, file = judge("face"), judge("face"), tmp_path / "face.onnx"
    pictures = torch.rand(4, 3, FACE_SIDE, FACE_SIDE) * 2 - 1
    for _ in range(3):
        fitted.train()(pictures)  # running averages of its own
    wanted = fitted.eval()(pictures).detach().numpy()
    write(fitted, "face", file)
    net = cv2.dnn.readNetFromONNX(str(file))
    net.setInput(pictures.numpy())
    assert np.allclose(net.forward(), wanted, atol=0.01), "16-bit weights are near enough"
    resume(again, file, pictures)
    assert np.allclose(again.eval()(pictures).detach().numpy(), wanted, atol=0.01)
    assert file.stat().st_size < 0.6 * 4 * sum(weights.numel() for weights in fitted.parameters())


def test_the_mean_of_two_networks_lies_between_them(tmp_path: Path) -> None:
    one, other, mean = (tmp_path / f"{name}.onnx" for name in ("one", "other", "mean"))
    for seed, file in ((1, one), (2, other)):
        torch.manual_seed(seed)
        write(judge("face"), "face", file)
    write_mean(one, other, mean, 0.25)
    first, second, both = (
        {weights.name: numpy_helper.to_array(weights) for weights in onnx.load(file).graph.initializer}
        for file in (one, other, mean)
    )
    for name, weights in both.items():
        assert np.allclose(weights, 0.25 * first[name] + 0.75 * second[name], atol=2e-3)
    net = cv2.dnn.readNetFromONNX(str(mean))
    net.setInput(np.zeros((4, 3, FACE_SIDE, FACE_SIDE), np.float32))
    assert net.forward().shape == (4, 7)


@pytest.mark.parametrize(("what", "side"), [("die", DIE_SIDE), ("around", AROUND_SIDE), ("face", FACE_SIDE)])
def test_what_a_network_learns_from_has_its_size_and_its_answer(tmp_path: Path, what: str, side: int) -> None:
    scenes = [draw_scene(np.random.default_rng(seed), 320, 320) for seed in range(3)]
    labels = np.zeros((3, 24, 16), np.float32)
    for kept, scene in zip(labels, scenes, strict=True):
        kept[: len(scene.labels)] = scene.labels[:24]
    np.save(tmp_path / "full-1-000.images.npy", np.stack([scene.image for scene in scenes]))
    np.save(tmp_path / "full-1-000.labels.npy", labels)
    pictures, kinds, _ = batch(np.random.default_rng(2), Pool(tmp_path), 12, DRAWS[what], {"full": 1.0})
    assert pictures.shape == (12, 3, side, side)
    assert len(set(kinds.tolist())) > 1, "dice, and what is none"
    assert judge(what).eval()(pictures).shape[1] > int(kinds.max())
